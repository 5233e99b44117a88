import type { SchemaObject } from '@nestjs/swagger';
import { object, pageOf } from '../../http/openapi';
import { roles } from '../../kernel/config';
import { partSchema } from '../health/health.schemas';

const whole: SchemaObject = { type: 'integer' };
const word: SchemaObject = { type: 'string' };
const flag: SchemaObject = { type: 'boolean' };
const instant: SchemaObject = { type: 'string', format: 'date-time' };
const many = (items: SchemaObject): SchemaObject => ({ type: 'array', items });
const orNull = (schema: SchemaObject): SchemaObject => ({ ...schema, nullable: true });

const store: SchemaObject = { type: 'string', enum: ['folder', 'eventstoredb', 'mongodb', 'redis', 's3'] };
const process = object({
  id: word,
  role: { type: 'string', enum: [...roles] },
  version: word,
  host: word,
  pid: whole,
  since: instant,
  leads: { ...flag, description: 'keeps the read models' },
  answers: { ...flag, description: 'is the one that answers' },
});
const rebuild = object({
  model: orNull(word),
  state: { type: 'string', enum: ['running', 'done', 'failed'] },
  startedAt: instant,
  endedAt: orNull(instant),
});

/** What the interface answers with, for its description. */
export const adminSchemas = {
  overview: object({
    ready: flag,
    parts: many({ ...partSchema, properties: { ...partSchema.properties, store } }),
    processes: many(process),
    lag: orNull(object({ events: whole, seconds: { type: 'number' }, caughtUp: flag })),
    models: orNull(many(object({ name: word, build: orNull(whole), caughtUp: flag }))),
    building: orNull(object({ model: word, events: whole, done: whole, of: whole })),
    rebuild: orNull(rebuild),
    queues: orNull(many(object({ name: word, waiting: whole, active: whole, delayed: whole, dead: whole }))),
    queuesPage: flag,
  }),
  rebuild,
  deadLetters: pageOf(
    object({ id: word, reason: word, attempts: whole, addedAt: instant, failedAt: instant, data: {} }),
  ),
  count: object({ count: whole }),
};
