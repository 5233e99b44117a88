import type { FileReference, RecordedEvent } from '@gos/domain';
import { type EventOf, type EventType, eventOf } from '../kernel/event';
import type { ReadModel } from '../kernel/read-model';
import { versions } from '../kernel/versions';

/** Counters whose numbers name streams: `task-12`. The streams of one person, such as `plans-3`, are named after a user. */
export const streamCounters = ['user', 'project', 'board', 'task', 'position', 'repeatedTask', 'webhook'] as const;
/** Counters of parts of a stream. */
const innerCounters = ['plan', 'work-entry', 'file'] as const;
export type Counter = (typeof streamCounters)[number] | (typeof innerCounters)[number];

/** The highest number of a counter that the log holds; `id` is the counter's name. */
export interface HighestNumberDocument {
  readonly id: Counter;
  readonly highest: number;
}

type Numbers = readonly (readonly [Counter, number])[];

const streamPattern = new RegExp(`^(${streamCounters.join('|')})-([0-9]+)$`);
const none: Numbers = [];

const filesOf = (files: readonly FileReference[]): Numbers => files.map(({ fileId }) => ['file', fileId]);
const entry = (entryId: number): Numbers => [['work-entry', entryId]];

/** The numbers that an event uses for the first time, in addition to that of its stream. */
const within: { readonly [T in EventType]?: (data: EventOf<T>['data']) => Numbers } = {
  TaskCreated: ({ files }) => filesOf(files),
  TaskCreatedForContractor: ({ files }) => filesOf(files),
  DocumentAdded: ({ fileId }) => [['file', fileId]],
  RepeatedTaskCreated: ({ template }) => filesOf(template.files),
  RepeatedTaskEdited: ({ changes }) =>
    changes.flatMap(({ field, to }) => (field === 'template.files' ? filesOf(to as readonly FileReference[]) : none)),
  OccurrenceGenerated: ({ tasks }) => tasks.map(({ taskId }) => ['task', taskId] as const),
  PlanAdded: ({ planId }) => [['plan', planId]],
  WorkStarted: ({ entryId }) => entry(entryId),
  TimeAdded: ({ entryId }) => entry(entryId),
};

/** An event that lacks something, as no version wrote it, gives no number but that of its stream. */
function innerOf(event: RecordedEvent): Numbers {
  try {
    const numbers = (within[event.type as EventType] as (data: unknown) => Numbers)(event.data);
    return numbers.filter(([, number]) => Number.isSafeInteger(number));
  } catch {
    return none;
  }
}

/** The numbers that an event gives, each with its counter. */
export function numbersIn(recorded: RecordedEvent): Numbers {
  const event = eventOf(recorded);
  const begins = event.revision === 0 ? streamPattern.exec(event.stream) : null;
  const inner = Object.hasOwn(within, event.type) ? innerOf(event) : none;
  return begins ? [[begins[1] as Counter, Number(begins[2])], ...inner] : inner;
}

/** From which counters are raised that were lost or come from an older copy: a number is never given twice. */
export const highestNumberModel: ReadModel<HighestNumberDocument> = {
  name: 'highest-number',
  version: versions['highest-number'],
  indexes: [],
  others: {
    ids: (event) => [...new Set(numbersIn(event).map(([counter]) => counter))],
    otherwise(document, event, id) {
      const counter = id as Counter;
      const given = numbersIn(event).filter(([name]) => name === counter);
      const highest = Math.max(document?.highest ?? 0, ...given.map(([, number]) => number));
      return highest === document?.highest ? undefined : { id: counter, highest };
    },
  },
};
