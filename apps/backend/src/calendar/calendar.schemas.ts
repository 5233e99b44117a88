import { taskStates, taskTypes } from '@gos/domain';
import type { SchemaObject } from '@nestjs/swagger';
import { object, pageOf } from '../http/openapi';

const whole: SchemaObject = { type: 'integer' };
const word: SchemaObject = { type: 'string' };
const orNull = (schema: SchemaObject): SchemaObject => ({ ...schema, nullable: true });
const named = object({ id: whole, name: word });
const right: SchemaObject = { description: 'true, or the code of the refusal' };

/** What the interface answers with, for its description. */
export const calendarSchemas = {
  items: pageOf({
    ...object({
      id: whole,
      name: word,
      type: { ...word, enum: [...taskTypes] },
      state: { ...word, enum: [...taskStates] },
      deadline: orNull({ ...word, format: 'date-time', description: 'the start of a meeting' }),
      estimateMinutes: orNull({ ...whole, description: 'the length of a meeting' }),
      shownDate: orNull({ ...word, format: 'date' }),
      contractor: named,
      solver: orNull(named),
      project: orNull(named),
      can: object({ deadline: right, plan: right }),
    }),
    description: 'A row of a list of tasks, and what the reader may move',
  }),
  subscription: object({ calendarUrl: { ...word, description: 'Whoever has it reads the calendar' } }),
};
