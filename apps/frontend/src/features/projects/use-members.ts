import type { MemberAnswer, PersonRef, ProjectAnswer } from '@gos/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import {
  addMember,
  changeMember,
  type MemberBody,
  projectKeys,
  removeMember,
} from '../../entities/project/projects.api';
import { undoOf } from '../../entities/undo/undo.api';
import { useT } from '../../i18n';
import { randomId } from '../../lib/random-id';
import { showProblem, showToast } from '../../ui/toast';

export type MemberChange =
  | ({ readonly kind: 'add'; readonly user: PersonRef } & MemberBody)
  | { readonly kind: 'change'; readonly user: PersonRef; readonly to: Partial<MemberBody> }
  | { readonly kind: 'remove'; readonly user: PersonRef };

function membersAfter(members: readonly MemberAnswer[], change: MemberChange): readonly MemberAnswer[] {
  const { user } = change;
  switch (change.kind) {
    case 'add': {
      const { permission, notification } = change;
      return [...members.filter((member) => member.user.id !== user.id), { user, permission, notification }];
    }
    case 'change':
      return members.map((member) => (member.user.id === user.id ? { ...member, ...change.to } : member));
    case 'remove':
      return members.filter((member) => member.user.id !== user.id);
  }
}

function send(projectId: number, change: MemberChange, key: string) {
  switch (change.kind) {
    case 'add':
      return addMember(
        projectId,
        change.user.id,
        { permission: change.permission, notification: change.notification },
        key,
      );
    case 'change':
      return changeMember(projectId, change.user.id, change.to, key);
    case 'remove':
      return removeMember(projectId, change.user.id, key);
  }
}

/** Returns the changes of a project's members: optimistic, and rolled back with the server's message when refused. */
export function useMembers(project: ProjectAnswer) {
  const t = useT();
  const client = useQueryClient();
  const { id } = project;
  const mutationKey = projectKeys.sendingMembers(id);
  const { mutateAsync } = useMutation({
    mutationKey,
    scope: { id: `project-members-${id}` },
    mutationFn: ({ change, key }: { readonly change: MemberChange; readonly key: string }) => send(id, change, key),
    onMutate: async ({ change }) => {
      const queryKey = projectKeys.detail(id);
      await client.cancelQueries({ queryKey });
      const before = client.getQueryData<ProjectAnswer>(queryKey)?.members;
      client.setQueryData<ProjectAnswer>(
        queryKey,
        (present) => present && { ...present, members: membersAfter(present.members, change) },
      );
      return { before };
    },
    onError: (_error, _sent, context) => {
      const before = context?.before;
      if (before === undefined) return;
      client.setQueryData<ProjectAnswer>(
        projectKeys.detail(id),
        (present) => present && { ...present, members: before },
      );
    },
    onSettled: () => {
      if (client.isMutating({ mutationKey }) <= 1) void client.invalidateQueries({ queryKey: projectKeys.all });
    },
  });

  return useCallback(
    async (change: MemberChange): Promise<boolean> => {
      try {
        const answer = await mutateAsync({ change, key: randomId() });
        const refresh = () => client.invalidateQueries({ queryKey: projectKeys.all });
        const message = t(change.kind === 'add' ? 'project.member.added' : 'project.member.removed');
        if (change.kind !== 'change') showToast({ message, ...undoOf([answer], { refresh }) });
        return true;
      } catch (error) {
        showProblem(error);
        return false;
      }
    },
    [mutateAsync, client, t],
  );
}
