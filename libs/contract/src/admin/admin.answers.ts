import type { Of } from '@gos/domain';
import { choice, described, flag, instant, integer, orNull, text } from '@gos/domain/kernel/shape';
import { answer, many, page, told } from '../kernel/answer';
import { partFields, processRoles } from './health.answers';

const part = answer({
  ...partFields,
  /** Where it is kept: in the data folder, or on a server. */
  store: choice(['folder', 'eventstoredb', 'mongodb', 'redis', 's3']),
});
export type AdminPart = Of<typeof part>;

const process = answer({
  id: text(),
  role: choice(processRoles),
  version: text(),
  host: text(),
  pid: integer(),
  since: instant,
  leads: described(flag, { description: 'keeps the read models' }),
  answers: described(flag, { description: 'is the one that answers' }),
});
export type AdminProcess = Of<typeof process>;

/** How often its documents were built in this version of the product; null before the first time. */
const model = answer({ name: text(), build: orNull(integer()), caughtUp: flag });
export type AdminModel = Of<typeof model>;

/** What is being built anew: so many of its events are read, so many of its models done. */
const building = answer({ model: text(), events: integer(), done: integer(), of: integer() });
export type AdminBuilding = Of<typeof building>;

/** The last time that a process was asked to build read models anew; without a model, all of them. */
const rebuild = answer({
  model: orNull(text()),
  state: choice(['running', 'done', 'failed']),
  startedAt: instant,
  endedAt: orNull(instant),
});
export type AdminRebuild = Of<typeof rebuild>;

const queue = answer({ name: text(), waiting: integer(), active: integer(), delayed: integer(), dead: integer() });
export type AdminQueue = Of<typeof queue>;

/** An installation as it is now. What cannot be asked just now is null. */
const overview = answer({
  ready: flag,
  // The description of the interface has never called `store` required.
  parts: many(described(part, { required: answer(partFields).schema.required })),
  processes: many(process),
  lag: orNull(answer({ events: integer(), seconds: told<number>({ type: 'number' }), caughtUp: flag })),
  models: orNull(many(model)),
  building: orNull(building),
  rebuild: orNull(rebuild),
  queues: orNull(many(queue)),
  /** Whether the queues have a page of their own at `/admin/queues`. */
  queuesPage: flag,
});
export type AdminOverview = Of<typeof overview>;

const deadLetter = answer({
  id: text(),
  reason: text(),
  attempts: integer(),
  addedAt: instant,
  failedAt: instant,
  /** What the job was to act on, as JSON. */
  data: told<unknown>({}),
});
export type DeadLetter = Of<typeof deadLetter>;

export const adminAnswers = {
  overview,
  rebuild,
  deadLetters: page(deadLetter),
  count: answer({ count: integer() }),
};
