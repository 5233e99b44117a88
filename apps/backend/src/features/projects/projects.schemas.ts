import { notificationLevels, projectActions, projectPermissions } from '@gos/domain';
import type { SchemaObject } from '@nestjs/swagger';
import { object, pageOf } from '../../http/openapi';

const whole: SchemaObject = { type: 'integer' };
const word: SchemaObject = { type: 'string' };
const wordOrNull: SchemaObject = { type: 'string', nullable: true };
const person = object({ id: whole, name: word });
const oneOf = (values: readonly string[]): SchemaObject => ({ type: 'string', enum: [...values] });
const listOf = (items: SchemaObject): SchemaObject => ({ type: 'array', items });
const eachOf = (keys: readonly string[], schema: SchemaObject) =>
  object(Object.fromEntries(keys.map((key) => [key, schema])));
const canSchema: SchemaObject = {
  description: 'true, or the code of the refusal',
  oneOf: [{ type: 'boolean' }, { type: 'string' }],
};

const member = object({ user: person, permission: oneOf(projectPermissions), notification: oneOf(notificationLevels) });

const project = object({
  id: whole,
  name: word,
  description: { ...word, description: 'Sanitised HTML' },
  externalTicketSystemUrl: wordOrNull,
  finishDate: { ...wordOrNull, format: 'date' },
  active: { type: 'boolean' },
  contracts: listOf(object({ contractId: word, name: word, client: word })),
  members: listOf(member),
  revision: whole,
  can: eachOf(projectActions, canSchema),
});

/** What the interface answers with, for its description. */
export const projectSchemas = {
  project,
  projects: pageOf(project),
  members: pageOf(member),
};
