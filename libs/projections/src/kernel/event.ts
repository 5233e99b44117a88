import type {
  BoardEvent,
  DependencyEvent,
  InstallationEvent,
  ProjectEvent,
  RecordedEvent,
  TaskEvent,
  UserEvent,
  WorklogEvent,
} from '@gos/domain';

/** What happens in streams `KIND-N`, by their kind. */
export interface StreamEvents {
  readonly user: UserEvent;
  readonly project: ProjectEvent;
  readonly board: BoardEvent;
  readonly task: TaskEvent;
  readonly worklog: WorklogEvent;
}

/** Everything that happens. */
type LoggedEvent = StreamEvents[keyof StreamEvents] | InstallationEvent | DependencyEvent;
export type EventType = LoggedEvent['type'];
export type EventOf<T extends EventType> = Extract<LoggedEvent, { type: T }>;

/** An event of one of some types as the log gives it back. */
export type Recorded<T extends EventType = EventType> = { readonly [K in T]: RecordedEvent<EventOf<K>> }[T];

/** What the log gives back, as one of the events that are known: the only cast. One of a later version is taken by no handler that names its type. */
export const eventOf = (event: RecordedEvent): Recorded => event as Recorded;

/** The number of the stream `KIND-N`; null where an event is of another one. */
export function numberIn(kind: keyof StreamEvents, { stream }: RecordedEvent): string | null {
  return stream.startsWith(`${kind}-`) ? stream.slice(kind.length + 1) : null;
}
