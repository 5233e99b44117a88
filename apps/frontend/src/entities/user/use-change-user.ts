import type { NamedRef, Page, UserAnswer } from '@gos/contract';
import { type MutationState, type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { useT } from '../../i18n';
import { showProblem, showToast } from '../../ui/toast';
import { positionKeys } from './positions.api';
import { changeUser, type UserChange, userKeys } from './users.api';

interface Change {
  readonly user: UserAnswer;
  readonly change: UserChange;
}

type UserChanged = Awaited<ReturnType<typeof changeUser>>;

const byName = (a: UserAnswer, b: UserAnswer) => a.name.localeCompare(b.name, 'cs');

/** Those who hold a position, once one of them is changed. */
function placedAfter(people: readonly UserAnswer[], changed: UserAnswer): readonly UserAnswer[] {
  const others = people.filter(({ id }) => id !== changed.id);
  if (changed.positions.length === 0) return others;
  const isThere = others.length < people.length;
  return isThere ? people.map((one) => (one.id === changed.id ? changed : one)) : [...others, changed].sort(byName);
}

/** The revision that the change is made on: one's own changes sent just before are not somebody else's. */
function revisionOf(client: QueryClient, { id, revision }: UserAnswer): number {
  const own = client.getMutationCache().findAll({ mutationKey: userKeys.changing, status: 'success' });
  return own.reduce((latest, { state }) => {
    const { variables, data } = state as MutationState<UserChanged, Error, Change>;
    return variables?.user.id === id ? Math.max(latest, data?.revision ?? 0) : latest;
  }, revision);
}

/** Changes of a person by an admin: shown at once, taken back with the reason when refused. */
export function useChangeUser() {
  const t = useT();
  const client = useQueryClient();
  const lists = { queryKey: userKeys.lists };
  const placed = { queryKey: userKeys.placed };
  const { mutate } = useMutation({
    mutationKey: userKeys.changing,
    scope: { id: 'users' },
    mutationFn: ({ user, change }: Change) => changeUser(user.id, change, { ifMatch: revisionOf(client, user) }),
    onMutate: async ({ user }) => {
      const detail = userKeys.detail(user.id);
      await Promise.all([
        client.cancelQueries(lists),
        client.cancelQueries(placed),
        client.cancelQueries({ queryKey: detail }),
      ]);
      const before = [
        [detail, client.getQueryData<UserAnswer>(detail)] as const,
        ...client.getQueriesData<Page<UserAnswer>>(lists),
        ...client.getQueriesData<readonly UserAnswer[]>(placed),
      ];
      client.setQueriesData<Page<UserAnswer>>(
        lists,
        (page) => page && { ...page, items: page.items.map((one) => (one.id === user.id ? user : one)) },
      );
      client.setQueryData<UserAnswer>(detail, (shown) => shown && user);
      client.setQueriesData<readonly UserAnswer[]>(placed, (people) => people && placedAfter(people, user));
      return { before };
    },
    onError: (error, _, context) => {
      for (const [key, data] of context?.before ?? []) client.setQueryData(key, data);
      showProblem(error);
    },
    onSuccess: () => showToast({ message: t('people.saved') }),
    onSettled: () => {
      if (client.isMutating({ mutationKey: userKeys.changing }) > 1) return;
      void client.invalidateQueries({ queryKey: userKeys.all });
      void client.invalidateQueries({ queryKey: positionKeys.all });
    },
  });
  return {
    change: (user: UserAnswer, change: Pick<UserChange, 'role' | 'active' | 'hourlyRate' | 'attendance'>) =>
      mutate({ user: { ...user, ...change }, change }),
    place: (user: UserAnswer, positions: readonly NamedRef[]) =>
      mutate({ user: { ...user, positions }, change: { positionIds: positions.map(({ id }) => id) } }),
  };
}
