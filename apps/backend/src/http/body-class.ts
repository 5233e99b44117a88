import type { FieldError, ObjectShape, Shape, TypeOf } from '@gos/domain';
import { fieldErrors } from '@gos/domain/kernel/shape';
import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import { registerDecorator } from 'class-validator';

/** A body class as Nest, class-validator and OpenAPI expect it. */
export interface BodyClass<T extends object = object> {
  new (): T;
  readonly fields: Readonly<Record<string, Shape>>;
  errorOfAll(body: T): FieldError | null;
}

const found = new WeakMap<object, Map<string, readonly FieldError[]>>();

/** The errors that class-validator found in a property of an instance; undefined for a property that its class does not have. */
export const errorsIn = (instance: object, property: string): readonly FieldError[] | undefined =>
  found.get(instance)?.get(property);

/**
 * Makes the body class of a shape: class-validator runs the shape's check of each property, once. `own` replaces fields that the back
 * end checks more strictly than the shared shape.
 */
export function Body<S extends ObjectShape>(shape: S, own: Partial<S['fields']> = {}): BodyClass<TypeOf<S> & object> {
  const fields: Readonly<Record<string, Shape>> = { ...shape.fields, ...own };
  const ShapedBody = Object.assign(class {}, { fields, errorOfAll: shape.errorOfAll });
  for (const [name, field] of Object.entries(fields)) {
    const { optional, nullable, schema } = field;
    // Nest cannot derive the type of a choice between types.
    const type = schema.oneOf && { type: Object };
    const options = { selfRequired: !optional, nullable, ...type, ...schema } as ApiPropertyOptions;
    ApiProperty(options)(ShapedBody.prototype, name);
    registerDecorator({
      name: 'shape',
      target: ShapedBody,
      propertyName: name,
      validator: {
        validate(value, args) {
          const { object } = args!;
          const errors = fieldErrors(field, value, name, { ...object });
          if (errors.length > 0) found.set(object, (found.get(object) ?? new Map()).set(name, errors));
          return errors.length === 0;
        },
      },
    });
  }
  return ShapedBody as BodyClass<TypeOf<S> & object>;
}
