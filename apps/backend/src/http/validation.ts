import { type FieldError, type RefusalCode, refuse, refuseField } from '@gos/domain';
import { type ArgumentMetadata, Injectable, type PipeTransform } from '@nestjs/common';
import { validate } from 'class-validator';
import { Refused, throwIfWrong } from '../kernel/refused';
import { type BodyClass, errorsIn } from './body-class';

/**
 * Copies the values into an instance for class-validator. Names that every object inherits, such as `constructor`, would shadow the
 * inherited members: they are returned in `passedOver` instead.
 */
function instanceOf<T extends object>(
  type: new () => T,
  value: object,
): { instance: T; passedOver: readonly string[] } {
  const isInherited = (name: string) => Object.hasOwn(Object.prototype, name);
  const given = Object.entries(value).filter(([name]) => !isInherited(name));
  return {
    instance: Object.assign(new type(), Object.fromEntries(given)),
    passedOver: Object.keys(value).filter(isInherited),
  };
}

const unknownField = (path: string): FieldError => ({ path, code: 'validation.unknown-field' });

/**
 * Validates a body against its class and returns it normalised.
 * @throws Refused with all errors
 */
export async function validated<T extends object>(type: BodyClass<T>, value: unknown): Promise<T> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new Refused(refuseField('', 'validation.type'));
  }
  const { fields } = type;
  const { instance, passedOver } = instanceOf(type, value);
  const given = Object.fromEntries(Object.entries(instance));
  const wrong = await validate(instance, { whitelist: true, forbidNonWhitelisted: true, forbidUnknownValues: false });
  const errors = wrong.flatMap(({ property }) => errorsIn(instance, property) ?? [unknownField(property)]);
  throwIfWrong([...errors, ...passedOver.map(unknownField)]);
  throwIfWrong([type.errorOfAll(instance)]);
  const kept = Object.entries(given).map(([name, one]) => [name, fields[name]!.normalize(one)]);
  return Object.assign(instance, Object.fromEntries(kept));
}

/** Validates `@Body()` parameters whose class `Body` made; passes all others unchanged. */
@Injectable()
export class ShapePipe implements PipeTransform {
  transform(value: unknown, { type, metatype }: ArgumentMetadata): unknown {
    const plain = metatype === undefined || [Object, String, Number, Boolean, Array].includes(metatype as never);
    if (plain || type === 'custom' || type === 'param') return value;
    return validated(metatype as BodyClass, value ?? {});
  }
}

/** Pipe for an id in the path: anything but a positive integer is refused with `code` (404). */
export function idParam(code: RefusalCode) {
  return class AddressIdPipe implements PipeTransform {
    transform(value: string): number {
      if (!/^[1-9]\d{0,14}$/.test(value)) throw new Refused(refuse(code));
      return Number(value);
    }
  };
}

/** Pipe for a word in the path: a word that `read` does not know is refused with `code` (404). */
export function wordParam(read: (word: string) => string | undefined, code: RefusalCode) {
  return class AddressWordPipe implements PipeTransform {
    transform(value: string): string {
      const found = read(value);
      if (found === undefined) throw new Refused(refuse(code));
      return found;
    }
  };
}
