import { editedFieldNames, type PlainField, plainEntryOf, plainFieldNames, plainShapes, type Shape } from '@gos/domain';
import { described, orNull } from '@gos/domain/kernel/shape';
import { pick, tableOf } from '@gos/domain/kernel/tables';
import { money, person } from '../kernel/answer';
import type { PlainAnswers } from './plain-values';

export const hidden = <T>(shape: Shape<T, false>) =>
  described(orNull(shape), { description: 'null for whom it is hidden' });

function shapeOf(field: PlainField): Shape {
  const { kind } = plainEntryOf(field);
  return kind === 'person' ? orNull(person) : kind === 'money' ? hidden(money) : plainShapes[field];
}

export const plainAnswerShapes = tableOf(plainFieldNames, shapeOf) as {
  readonly [F in PlainField]: Shape<PlainAnswers[F], false>;
};
/** The same of the fields that `edit` changes. */
export const editedAnswerShapes = pick(plainAnswerShapes, editedFieldNames);
