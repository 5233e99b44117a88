import type {
  AuditEvent,
  BoardEvent,
  DependencyEvent,
  InboxEvent,
  InstallationEvent,
  PlanEvent,
  PositionEvent,
  ProjectEvent,
  RecordedEvent,
  RepeatedTaskEvent,
  TaskEvent,
  Unreadable,
  UserEvent,
  WebhookEvent,
  WorklogEvent,
} from '@gos/domain';

/** The event types of streams `KIND-N`, by kind. */
export interface StreamEvents {
  readonly user: UserEvent;
  readonly project: ProjectEvent;
  readonly board: BoardEvent;
  readonly task: TaskEvent;
  readonly position: PositionEvent;
  readonly repeatedTask: RepeatedTaskEvent;
  readonly plans: PlanEvent;
  readonly worklog: WorklogEvent;
  readonly webhook: WebhookEvent;
  readonly inbox: InboxEvent;
  readonly audit: AuditEvent;
}

/** Every event type of the product. */
type LoggedEvent = StreamEvents[keyof StreamEvents] | InstallationEvent | DependencyEvent | Unreadable;
export type EventType = LoggedEvent['type'];
export type EventOf<T extends EventType> = Extract<LoggedEvent, { type: T }>;

/** A recorded event of one of the types `T`. */
export type Recorded<T extends EventType = EventType> = { readonly [K in T]: RecordedEvent<EventOf<K>> }[T];

/**
 * The only cast from log to typed events. It is safe for an event type of a later version too: no handler has its name as a key.
 */
export const eventOf = (event: RecordedEvent): Recorded => event as Recorded;

/** The id `N` of the event's stream `KIND-N`; null for a stream of another kind. */
export function streamIdIn(kind: keyof StreamEvents, { stream }: RecordedEvent): string | null {
  return stream.startsWith(`${kind}-`) ? stream.slice(kind.length + 1) : null;
}
