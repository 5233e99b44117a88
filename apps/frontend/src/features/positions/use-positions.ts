import type { PositionAnswer } from '@gos/contract';
import { useQueryClient } from '@tanstack/react-query';
import {
  createPosition,
  deletePosition,
  editPosition,
  positionKeys,
  positionsQuery,
} from '../../entities/user/positions.api';
import { userKeys } from '../../entities/user/users.api';
import { showProblem, showToast } from '../../ui/toast';
import { usePositionsT } from './positions-texts';

export type PositionValues = Pick<PositionAnswer, 'name' | 'attendance'>;
type Positions = readonly PositionAnswer[];

/** Returns the actions on positions: optimistic, and rolled back when refused. */
export function usePositionActions() {
  const t = usePositionsT();
  const client = useQueryClient();
  const { queryKey } = positionsQuery;

  async function shownAtOnce(change: (positions: Positions) => Positions, send: () => Promise<unknown>) {
    await client.cancelQueries({ queryKey });
    const before = client.getQueryData(queryKey);
    client.setQueryData(queryKey, (present) => present && change(present));
    try {
      await send();
    } catch (error) {
      client.setQueryData(queryKey, before);
      throw error;
    } finally {
      void client.invalidateQueries({ queryKey: positionKeys.all });
      void client.invalidateQueries({ queryKey: userKeys.all });
    }
  }

  return {
    async create({ name, attendance }: PositionValues) {
      await createPosition({ name, ...(attendance && { attendance }) });
      await client.invalidateQueries({ queryKey: positionKeys.all });
      showToast({ message: t('positions.created', { name }) });
    },
    async edit({ id, ...was }: PositionAnswer, { name, attendance }: PositionValues) {
      const body = { ...(name !== was.name && { name }), ...(attendance !== was.attendance && { attendance }) };
      if (Object.keys(body).length === 0) return;
      const edited = (positions: Positions) => positions.map((one) => (one.id === id ? { ...one, ...body } : one));
      await shownAtOnce(edited, () => editPosition(id, body));
      showToast({ message: t('positions.edited') });
    },
    async remove({ id, name }: PositionAnswer) {
      try {
        await shownAtOnce(
          (positions) => positions.filter((one) => one.id !== id),
          () => deletePosition(id),
        );
        showToast({ message: t('positions.deleted', { name }) });
      } catch (error) {
        showProblem(error);
      }
    },
  };
}
