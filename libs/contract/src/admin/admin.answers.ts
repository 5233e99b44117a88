import { processRoles, type TypeOf } from '@gos/domain';
import { choice, described, flag, instant, integer, orNull, text } from '@gos/domain/kernel/shape';
import { answer, arrayOf, page, unchecked } from '../kernel/answer';
import { partFields } from './health.answers';
import { jobFacts, jobStates } from './queues';

const part = answer('AdminPart', {
  ...partFields,
  /** The store that holds it: the data folder or a server. */
  store: choice(['folder', 'eventstoredb', 'mongodb', 'redis', 's3']),
});
export type AdminPart = TypeOf<typeof part>;

const process = answer('AdminProcess', {
  id: text(),
  role: choice(processRoles),
  version: text(),
  host: text(),
  pid: integer(),
  since: instant,
  leads: described(flag, { description: 'keeps the read models' }),
  answers: described(flag, { description: 'is the one that answers' }),
});
export type AdminProcess = TypeOf<typeof process>;

/** A read model; `build` counts its builds in this product version and is null before the first. */
const model = answer('AdminModel', { name: text(), build: orNull(integer()), caughtUp: flag });
export type AdminModel = TypeOf<typeof model>;

/** A rebuild in progress: events read so far, models done and in all. */
const building = answer('AdminBuilding', { model: text(), events: integer(), done: integer(), of: integer() });
export type AdminBuilding = TypeOf<typeof building>;

/** The last requested rebuild; `model` is null for all read models. */
const rebuild = answer('AdminRebuild', {
  model: orNull(text()),
  state: choice(['running', 'done', 'failed']),
  startedAt: instant,
  endedAt: orNull(instant),
});
export type AdminRebuild = TypeOf<typeof rebuild>;

const failing = answer('FailingJob', {
  id: text(),
  reason: described(text(), { description: 'Why its last attempt failed' }),
  attempts: integer(),
  nextAt: instant,
});
const queue = answer('AdminQueue', {
  name: text(),
  waiting: integer(),
  active: integer(),
  delayed: integer(),
  dead: integer(),
  paused: described(flag, { description: 'Takes jobs in and runs none until an admin resumes it' }),
  failing: described(orNull(failing), { description: 'Of the jobs that are tried again, the next one' }),
});
export type AdminQueue = TypeOf<typeof queue>;

/**
 * Set-aside documents of one read model: an event could not be applied to them, and they stay as they were before it
 * until the model is rebuilt. The first ones by name.
 */
const setAside = answer('SetAsideDocuments', {
  model: text(),
  count: integer(),
  documents: arrayOf(
    answer('SetAsideDocument', {
      id: text(),
      /** Position in the log of the frozen document; null when there is none. */
      position: orNull(text()),
      since: described(text(), { description: 'position of the event that could not be applied' }),
      reason: text(),
      at: instant,
    }),
  ),
});
export type AdminSetAside = TypeOf<typeof setAside>;

/** An event that a follower of the log could not handle and went past. */
const setAsideEvent = answer('SetAsideEvent', {
  id: text(),
  follower: text(),
  subject: described(orNull(text()), { description: 'the document on which the work failed, such as `task-5`' }),
  type: text(),
  stream: text(),
  revision: integer(),
  position: text(),
  reason: text(),
  at: described(instant, { description: 'of the first failure' }),
  triedAt: described(instant, { description: 'of the last failure' }),
  tries: integer(),
});
export type AdminSetAsideEvent = TypeOf<typeof setAsideEvent>;

/** A part of the installation that does not belong to the others; `missing` counts the events that an older log lacks. */
const misfit = answer('AdminMisfit', {
  part: choice(['event-log', 'accounts', 'claims', 'read-models', 'jobs']),
  kind: choice(['lost', 'older', 'another']),
  missing: orNull(integer()),
});
export type AdminMisfit = TypeOf<typeof misfit>;

const proofState = answer('AdminProof', {
  events: described(integer(), { description: 'Number of events in the tree of the log' }),
  behind: described(integer(), { description: 'Number of events that are not in it yet' }),
  checkpoint: orNull(answer('AdminCheckpoint', { size: integer(), at: instant })),
  refused: described(flag, { description: 'Nothing is signed, because the log does not continue its last checkpoint' }),
});
export type AdminProof = TypeOf<typeof proofState>;

/** The result of the last comparison of all documents with the log. */
const selfCheck = answer('AdminSelfCheck', {
  running: described(flag, { description: 'A check is under way or waits' }),
  endedAt: described(orNull(instant), { description: 'Null before the first check' }),
  heldAt: described(orNull(instant), { description: 'When all documents agreed with the log the last time' }),
  compared: described(integer(), { description: 'Number of documents' }),
  setAside: described(integer(), { description: 'Number of documents that were not compared' }),
  differing: described(integer(), { description: 'Number of documents that differ' }),
  different: described(arrayOf(answer('DifferingDocument', { model: text(), id: text() })), {
    description: 'The first ones that differ',
  }),
});
export type AdminSelfCheck = TypeOf<typeof selfCheck>;

/** The present state of an installation. Parts that cannot be read now are null. */
const overview = answer('AdminOverview', {
  ready: flag,
  parts: arrayOf(part),
  processes: arrayOf(process),
  lag: orNull(
    answer('AdminLag', { events: integer(), seconds: unchecked<number>({ type: 'number' }), caughtUp: flag }),
  ),
  models: orNull(arrayOf(model)),
  /** Read models that have set-aside documents; empty when all is well. */
  setAside: orNull(arrayOf(setAside)),
  /** Number of events that followers of the log could not handle and went past. */
  setAsideEvents: orNull(integer()),
  building: orNull(building),
  rebuild: orNull(rebuild),
  queues: orNull(arrayOf(queue)),
  /** Whether the queue dashboard is served at `/admin/queues`. */
  queuesPage: flag,
  proof: orNull(proofState),
  selfCheck: orNull(selfCheck),
  /** Null when all parts belong together. */
  misfit: orNull(misfit),
  /** People of the log whose account is missing: their number and the ids of the first ones. */
  withoutAccount: orNull(answer('MissingAccounts', { count: integer(), first: arrayOf(integer()) })),
  /** Addresses of proxies that name the client in a header although they are not trusted. */
  untrustedProxies: arrayOf(text()),
});
export type AdminOverview = TypeOf<typeof overview>;

/** A job that is not done. */
const job = answer('AdminJob', {
  id: text(),
  state: choice(jobStates),
  /** The ids and kinds in its data. */
  facts: arrayOf(answer('AdminJobFact', { name: choice(jobFacts), value: text() })),
  reason: described(orNull(text()), { description: 'Why its last attempt failed; null before a failure' }),
  attempts: described(integer(), { description: 'Number of failed attempts' }),
  addedAt: instant,
  at: described(instant, {
    description: 'may run since (`waiting`), runs next (`delayed`), runs since (`active`), failed (`failed`)',
  }),
  scheduled: described(flag, { description: 'A run of a schedule, which cannot be removed' }),
});
export type AdminJob = TypeOf<typeof job>;

/** A recurring job: `everyMs`, or `cron` with its `timeZone`. */
const schedule = answer('AdminSchedule', {
  id: text(),
  everyMs: orNull(integer()),
  cron: orNull(text()),
  timeZone: orNull(text()),
  nextAt: described(orNull(instant), { description: 'Next run; in the past while it waits' }),
});
export type AdminSchedule = TypeOf<typeof schedule>;

export const adminAnswers = {
  overview,
  rebuild,
  jobs: page(job),
  schedules: answer('AdminSchedules', { items: arrayOf(schedule) }),
  setAsideEvents: page(setAsideEvent),
  count: answer('AdminCount', { count: integer() }),
};
