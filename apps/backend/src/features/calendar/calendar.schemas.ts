import type { SchemaObject } from '@nestjs/swagger';
import { taskRow } from '../../entities/task/task.schemas';
import { object, pageOf } from '../../http/openapi';

const word: SchemaObject = { type: 'string' };
const right: SchemaObject = {
  description: 'true, or the code of the refusal',
  oneOf: [{ type: 'boolean' }, { type: 'string' }],
};

/** What the interface answers with, for its description. */
export const calendarSchemas = {
  items: pageOf({
    ...object({ ...taskRow, can: object({ deadline: right, plan: right }) }),
    description: 'A row of a list of tasks, and what the reader may move',
  }),
  subscription: object({ calendarUrl: { ...word, description: 'Whoever has it reads the calendar' } }),
};
