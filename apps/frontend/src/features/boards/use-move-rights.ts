import type { ProjectAnswer, TaskRowAnswer } from '@gos/contract';
import type { RefusalCode } from '@gos/domain';
import { useCallback, useMemo } from 'react';
import { useMe } from '../../entities/user/users.api';
import { boardOf, type Dashboard, type Lifted, moveRefusalOf, taskOf } from './model/board-model';

/** Returns the cards of a project's boards that the reader may move, and the reasons for the others. */
export function useMoveRights(project: ProjectAnswer, dashboard: Dashboard) {
  const me = useMe();
  const { id: projectId } = project;
  const mayEdit = project.can.boards === true;
  const permission = project.members.find(({ user }) => user.id === me.id)?.permission;
  const actor = useMemo(
    () => ({ id: me.id, role: me.role, projects: permission === undefined ? {} : { [projectId]: permission } }),
    [me.id, me.role, permission, projectId],
  );
  return {
    mayMove: useCallback((row: TaskRowAnswer) => mayEdit && moveRefusalOf(row, actor) === null, [mayEdit, actor]),
    liftRefusalOf({ kind, id }: Lifted): RefusalCode | null {
      const may = kind === 'board' ? (boardOf(dashboard, id)?.can.move ?? 'board.not-found') : project.can.boards;
      if (may !== true) return may;
      if (kind === 'board') return null;
      const row = taskOf(dashboard, id);
      return row === undefined ? 'task.not-found' : moveRefusalOf(row, actor);
    },
  };
}
