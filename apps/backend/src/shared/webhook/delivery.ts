import type { DeliveryDeed, DeliveryDirection, DeliveryStatus } from '@gos/contract';
import type { RefusalCode } from '@gos/domain';

/** Instants are milliseconds since 1970. */
export interface DeliveryAttempt {
  readonly at: number;
  /** null: nothing was answered */
  readonly status: number | null;
  readonly ms: number;
}

export interface DeliveryEffect {
  readonly did: readonly DeliveryDeed[];
  readonly taskId: number | null;
  readonly notes: readonly RefusalCode[];
}

export interface Delivery {
  readonly webhookId: number;
  /** sortable by time; unique within the webhook */
  readonly id: string;
  readonly direction: DeliveryDirection;
  readonly type: string;
  readonly at: number;
  readonly status: DeliveryStatus;
  readonly attempts: readonly DeliveryAttempt[];
  readonly effect: DeliveryEffect | null;
  /** How often it was begun again. */
  readonly round: number;
  /** in: the round whose keys its commands have; absent: this one */
  readonly commandRound?: number;
  /** out: how it is sent */
  readonly sending: Sending | null;
  /** Key of the host's own id of the delivery, or of the request for a test: there is one delivery of each. */
  readonly hostKey: string | null;
  /** in: key of the issue that it is about */
  readonly issueKey: string | null;
}

export interface Sending {
  /** Deliveries of one lane go one after the other: those of one task, board or project. */
  readonly lane: string;
  /** The position of the event, which orders the lane. `0` if no event caused the delivery. */
  readonly position: string;
  readonly stream: string | null;
  readonly eventId: string | null;
  /** Tries of this round that have failed. */
  readonly tries: number;
  readonly nextAt: number;
  /** Sent also while the webhook is off, because a person requested it. */
  readonly byHand: boolean;
}

/** The request that came in or was sent last, with the beginning of its answer. */
export interface Payload {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly answer: string | null;
}

/** The body of an event, the same for all webhooks of a project, with the comment and the file that it names. */
export interface EventBody {
  readonly body: string;
  readonly commentId: number | null;
  readonly fileId: number | null;
}
