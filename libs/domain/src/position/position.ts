import { type EventTable, revisionedEvolveOf } from '../kernel/events';
import type { Message } from '../kernel/message';

/** Events of `position-N`. The holders of a position are in the streams of the people. */
export type PositionEvent =
  | Message<'PositionCreated', { readonly positionId: number; readonly name: string }>
  | Message<'PositionRenamed', { readonly from: string; readonly to: string }>
  /** The right of its holders to the attendance of others, granted or taken away. */
  | Message<'PositionAttendanceChanged', { readonly from: boolean; readonly to: boolean }>
  | Message<'PositionDeleted', Record<string, never>>;

/** A named list of people, such as developers or accountants. */
export interface Position {
  readonly id: number;
  readonly revision: number;
  readonly name: string;
  /** The attendance of others is granted to its holders. */
  readonly attendance: boolean;
  readonly deleted: boolean;
}

export function positionStream(id: number): string {
  return `position-${id}`;
}

const positionEvents: EventTable<Position, PositionEvent> = {
  PositionCreated: {
    begins: ({ data: { positionId, name } }) => ({
      id: positionId,
      revision: 1,
      name,
      attendance: false,
      deleted: false,
    }),
  },
  PositionRenamed: { fold: (position, { data }) => ({ ...position, name: data.to }) },
  PositionAttendanceChanged: { fold: (position, { data }) => ({ ...position, attendance: data.to }) },
  PositionDeleted: { fold: (position) => ({ ...position, deleted: true }) },
};

export const evolvePosition = revisionedEvolveOf(positionEvents);
