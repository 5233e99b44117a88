import type { WithActivityClass } from '../kernel/activity';
import type { Instant, Message } from '../kernel/message';

/** Events of `worklog-USER`, one person's work times. IP addresses are personal data and stay outside the log. */
export type WorklogEvent =
  | Message<'WorkStarted', { readonly entryId: number; readonly taskId: number; readonly from: Instant }>
  | Message<'WorkEnded', { readonly entryId: number; readonly taskId: number; readonly to: Instant }>
  | Message<
      'TimeAdded',
      {
        readonly entryId: number;
        readonly taskId: number;
        readonly from: Instant;
        readonly to: Instant;
        readonly note: string | null;
      }
    >
  | Message<
      'TimeChanged',
      {
        readonly entryId: number;
        readonly taskId: number;
        readonly was: { readonly from: Instant; readonly to: Instant | null };
        readonly from: Instant;
        readonly to: Instant;
        readonly note: string | null;
      }
    >
  | Message<'TimeRemoved', { readonly entryId: number; readonly taskId: number }>;

export const worklogEvents: { readonly [T in WorklogEvent['type']]: WithActivityClass } = {
  WorkStarted: { activity: 'work-started' },
  WorkEnded: { activity: 'work-ended' },
  TimeAdded: { activity: 'time-added' },
  TimeChanged: { activity: 'time-changed' },
  TimeRemoved: { activity: 'time-changed' },
};
