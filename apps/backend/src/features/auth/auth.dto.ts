import type { FieldError } from '@gos/domain';
import { registerDecorator } from 'class-validator';
import { personChecks } from '../../entities/user/person';
import { Field, text } from '../../http/validation';

/** Passes while either is not typed yet: that is said by the rules of the fields themselves. */
function SameAs(other: string): PropertyDecorator {
  return (target, property) => {
    const error: FieldError = { path: String(property), code: 'auth.passwords-differ' };
    registerDecorator({
      name: 'sameAs',
      target: target.constructor,
      propertyName: String(property),
      validator: {
        validate(value: unknown, args) {
          const first = (args?.object as Record<string, unknown> | undefined)?.[other];
          return (
            typeof value !== 'string' || typeof first !== 'string' || value === '' || first === '' || value === first
          );
        },
        defaultMessage: () => JSON.stringify(error),
      },
    });
  };
}

const filled = (value: string, path: string): FieldError | null =>
  value === '' ? { path, code: 'auth.fill-both' } : null;

const password = { api: { type: String, format: 'password' } } as const;
const email = { api: { type: String, format: 'email' } } as const;

export class RegisterDto {
  @Field(text(personChecks.name), { api: { type: String } }) readonly name: string;
  @Field(text(personChecks.email), email) readonly email: string;
  @Field(text(personChecks.password), password) readonly password: string;
  @SameAs('password')
  @Field(text(filled), password)
  readonly passwordRepeat: string;
  @Field(text(), { optional: true, nullable: true, api: { type: String } }) readonly invitation?: string | null;
}

export class LoginDto {
  @Field(text(filled), email) readonly email: string;
  @Field(text(filled), password) readonly password: string;
}

/** The body of a request that says all by being sent. */
export class EmptyDto {}
