import { type FieldOfKind, type PlainField, type PlainValues, plainEntryOf } from '@gos/domain';
import { tableOf } from '@gos/domain/kernel/tables';
import type { PersonRef } from '../kernel/answer';

/** The plain fields as answers have them: a person with their name, everything else as its value. */
export type PlainAnswers = {
  readonly [F in PlainField]: F extends FieldOfKind<'person'> ? PersonRef | null : PlainValues[F];
};

/** The plain fields of a task or template with the names of people. */
export const plainAnswersOf = <F extends PlainField>(
  values: Pick<PlainValues, F>,
  fields: readonly F[],
  nameOf: (id: number) => PersonRef,
) =>
  tableOf(fields, (field) => {
    const value: unknown = values[field] ?? null;
    return plainEntryOf(field).kind === 'person' && value !== null ? nameOf(value as number) : value;
  }) as Pick<PlainAnswers, F>;

/** The values of plain fields in an answer. */
export const plainValuesIn = <F extends PlainField>(answers: Pick<PlainAnswers, F>, fields: readonly F[]) =>
  tableOf(fields, (field) => {
    const value: unknown = answers[field];
    return plainEntryOf(field).kind === 'person' ? ((value as PersonRef | null)?.id ?? null) : value;
  }) as Pick<PlainValues, F>;
