import { taskStates } from '@gos/domain';
import type { SchemaObject } from '@nestjs/swagger';
import { object, pageOf } from '../../http/openapi';

const whole: SchemaObject = { type: 'integer' };
const word: SchemaObject = { type: 'string' };
const orNull = (schema: SchemaObject): SchemaObject => ({ ...schema, nullable: true });
const named = orNull(object({ id: whole, name: word }));

/** What the interface answers with, for its description. */
export const searchSchemas = {
  items: pageOf(
    object({
      model: { ...word, enum: ['task', 'project', 'board'] },
      id: whole,
      name: word,
      snippet: { ...word, description: 'Plain text; the words found stand between U+0002 and U+0003' },
      field: { ...word, enum: ['name', 'description', 'tags', 'result', 'comment', 'file', 'contract', 'id'] },
      state: orNull({ ...word, enum: [...taskStates] }),
      deadline: orNull({ ...word, format: 'date-time' }),
      contractor: named,
      solver: named,
      project: named,
    }),
  ),
};
