import type { Samples } from '../kernel/events';
import type { PositionEvent } from './position';

/** One realistic event of each type; an event type without a sample does not compile. */
export const positionSamples = {
  PositionCreated: { type: 'PositionCreated', data: { positionId: 4, name: 'Vývojář' } },
  PositionRenamed: { type: 'PositionRenamed', data: { from: 'Vývojář', to: 'Programátorka' } },
  PositionAttendanceChanged: { type: 'PositionAttendanceChanged', data: { from: false, to: true } },
  PositionDeleted: { type: 'PositionDeleted', data: {} },
} satisfies Samples<PositionEvent>;
