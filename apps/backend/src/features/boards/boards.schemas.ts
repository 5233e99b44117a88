import { boardActions, boardSections, taskStates } from '@gos/domain';
import type { SchemaObject } from '@nestjs/swagger';
import { commandProperties, object, pageOf } from '../../http/openapi';

const whole: SchemaObject = { type: 'integer' };
const word: SchemaObject = { type: 'string' };
const wordOrNull: SchemaObject = { type: 'string', nullable: true };
const person = object({ id: whole, name: word });
const named = object({ id: whole, name: word });
const oneOf = (values: readonly string[]): SchemaObject => ({ type: 'string', enum: [...values] });
const listOf = (items: SchemaObject): SchemaObject => ({ type: 'array', items });
const eachOf = (keys: readonly string[], schema: SchemaObject) =>
  object(Object.fromEntries(keys.map((key) => [key, schema])));
const canSchema: SchemaObject = {
  description: 'true, or the code of the refusal',
  oneOf: [{ type: 'boolean' }, { type: 'string' }],
};

const board = object(
  {
    id: whole,
    name: word,
    projectId: whole,
    assignedUser: { ...person, nullable: true },
    description: { ...word, description: 'Plain text' },
    deadline: { ...wordOrNull, format: 'date-time' },
    section: oneOf(boardSections),
    order: { ...word, description: 'The place within the section: compared with <, equal ones by id' },
    taskCounts: eachOf(taskStates, whole),
    revision: whole,
    can: eachOf(boardActions, canSchema),
  },
  { deleted: { type: 'boolean', description: 'Only of a deleted one' } },
);

/** What the interface answers with, for its description. */
export const boardSchemas = {
  board,
  boards: pageOf(board),
  accepted: object({
    ...commandProperties,
    accepted: listOf(named),
    refused: listOf(object({ id: whole, name: word, code: word })),
  }),
};
