import { processRoles, type TypeOf } from '@gos/domain';
import { choice, component, described, flag, instant, integer, orNull, text } from '@gos/domain/kernel/shape';
import { answer, arrayOf } from '../kernel/answer';

export const healthParts = ['event-log', 'read-models', 'documents', 'accounts', 'claims', 'jobs', 'files'] as const;
export type HealthPart = (typeof healthParts)[number];

/** Remedies for a fault of a file in the data folder. */
const fileRemedies = ['make-room', 'check-disk', 'allow-writing', 'restore', 'restore-or-move', 'wait'] as const;

const reason = component(
  'HealthReason',
  choice(['no-answer', 'unreachable', 'mismatch', 'behind', 'not-built', 'unwritable', 'damaged']),
);

export const partFields = {
  part: choice(healthParts),
  ok: flag,
  needed: described(flag, { description: 'whether this process is ready only when the part is' }),
  /** For the operator: without addresses and without messages of servers. Null when the part is healthy. */
  reason: orNull(reason),
  remedy: orNull(
    described(text(), { description: 'names the file that is damaged or takes no changes, and what to do' }),
  ),
  fault: described(orNull(answer('FileFault', { file: text(), remedy: choice(fileRemedies) })), {
    description: 'the same for programs; null where no file is at fault',
  }),
};
const part = answer('PartHealth', partFields);
export type PartHealth = TypeOf<typeof part>;

const ready = answer('Readiness', {
  /** `degraded` is ready, with documents or events that are set aside, documents that differ from the log, or a log that may not be signed. */
  status: choice(['ok', 'degraded', 'unavailable']),
  role: choice(processRoles),
  /** Position up to which the documents that this process reads are applied; null before the first event. */
  applied: orNull(text()),
  /** Position of the log's last event; null when the log is empty or does not answer. */
  end: orNull(text()),
  parts: arrayOf(part),
  /** Number of documents that are frozen until their read model is rebuilt; null when it cannot be read. */
  setAside: orNull(integer()),
  /** Followers of the log that went past events which they could not handle; null when they cannot be read. */
  followers: orNull(arrayOf(answer('FollowerHealth', { name: text(), setAside: integer() }))),
  /** Queues that an admin paused, which changes no status; null when they cannot be read. */
  paused: orNull(arrayOf(text())),
  /** Tree and checkpoints of the log; null when they cannot be read. */
  proof: orNull(
    answer('ProofHealth', {
      behind: described(integer(), { description: 'Number of events that are not in the tree yet' }),
      checkpointAt: described(orNull(instant), { description: 'Null before the first checkpoint' }),
      refused: described(flag, {
        description: 'Nothing is signed, because the log does not continue its last checkpoint',
      }),
    }),
  ),
  /** Number of documents that differed from the log at the last self-check; null when it cannot be read. */
  differing: orNull(integer()),
});
export type Readiness = TypeOf<typeof ready>;

export const healthAnswers = { live: answer('Liveness', { status: choice(['ok']) }), ready };
