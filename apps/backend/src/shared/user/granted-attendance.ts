import type { User } from '@gos/domain';
import { type PositionDocument, positionModel } from '@gos/projections';
import type { ActiveReadModels } from '../../engine/projections/active-read-models';

/** Whether the attendance of others is granted to the person now, or to a position that they hold. */
export async function grantedAttendance(
  readModels: ActiveReadModels,
  user: Pick<User, 'attendance' | 'positionIds'>,
): Promise<boolean> {
  if (user.attendance || user.positionIds.length === 0) return user.attendance;
  const held = await readModels.getMany<PositionDocument>(positionModel, [...user.positionIds]);
  return [...held.values()].some(({ state }) => state.attendance && !state.deleted);
}
