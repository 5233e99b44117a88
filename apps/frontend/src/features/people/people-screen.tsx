import type { Page, UserAnswer } from '@gos/contract';
import { type GlobalRole, globalRoles } from '@gos/domain';
import { Button, Select, Skeleton, Switch, Table, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Avatar } from '../../entities/user/avatar';
import { useMe, userKeys } from '../../entities/user/users.api';
import { useT } from '../../i18n';
import { LazyAskDialog } from '../../ui/lazy-dialogs';
import { Pager } from '../../ui/pager';
import pieces from '../../ui/pieces.module.css';
import { PaddedScreen, ScreenHead } from '../../ui/screen';
import { PlainTable } from '../../ui/table';
import { showProblem, showToast } from '../../ui/toast';
import { changeUser, peoplePageSize, type UserChange, usersQuery } from './people.api';
import classes from './people.module.css';

interface Change {
  readonly user: UserAnswer;
  readonly change: UserChange;
}

/** Shown at once, taken back with the reason when refused. */
function useChangeUser() {
  const t = useT();
  const client = useQueryClient();
  const lists = { queryKey: userKeys.lists };
  return useMutation({
    mutationFn: ({ user, change }: Change) => changeUser(user.id, change),
    onMutate: ({ user, change }) => {
      const before = client.getQueriesData<Page<UserAnswer>>(lists);
      client.setQueriesData<Page<UserAnswer>>(
        lists,
        (page) =>
          page && { ...page, items: page.items.map((one) => (one.id === user.id ? { ...one, ...change } : one)) },
      );
      return { before };
    },
    onError: (error, _, context) => {
      for (const [key, page] of context?.before ?? []) client.setQueryData(key, page);
      showProblem(error);
    },
    onSuccess: () => showToast({ message: t('people.saved') }),
    onSettled: () => client.invalidateQueries({ queryKey: userKeys.all }),
  });
}

export function PeopleScreen() {
  const t = useT();
  const me = useMe();
  const [text, setText] = useState('');
  const [q] = useDebouncedValue(text.trim(), 150);
  const [page, setPage] = useState(1);
  const [leaving, setLeaving] = useState<UserAnswer | null>(null);
  const users = useQuery(usersQuery(q, page));
  const change = useChangeUser();
  const admin = me.role === 'admin';
  const roleName = (role: GlobalRole) => t(`people.role.${role}`);
  const pages = Math.ceil((users.data?.total ?? 0) / peoplePageSize);

  return (
    <PaddedScreen>
      <ScreenHead title={t('people.title')} count={users.data?.total ?? null} />
      <TextInput
        className={classes.search}
        size="xs"
        aria-label={t('people.search')}
        placeholder={t('people.search')}
        leftSection={<IconSearch size={16} aria-hidden />}
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setPage(1);
        }}
      />
      {users.isError && (
        <p role="alert" className={classes.nobody}>
          {t('people.error')}{' '}
          <Button variant="default" size="xs" onClick={() => users.refetch()}>
            {t('app.error.retry')}
          </Button>
        </p>
      )}
      {users.data?.items.length === 0 && <p className={classes.nobody}>{t('people.empty')}</p>}
      <div className={classes.scroll}>
        <PlainTable verticalSpacing={6}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('people.name')}</Table.Th>
              <Table.Th className={classes.wide}>{t('people.email')}</Table.Th>
              <Table.Th>{t('people.role')}</Table.Th>
              {admin && <Table.Th>{t('people.active')}</Table.Th>}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {!users.data &&
              !users.isError &&
              Array.from({ length: 8 }, (_, row) => (
                <Table.Tr key={row}>
                  <Table.Td colSpan={4}>
                    <Skeleton height={20} />
                  </Table.Td>
                </Table.Tr>
              ))}
            {users.data?.items.map((user) => (
              <Table.Tr key={user.id} data-inactive={!user.active || undefined}>
                <Table.Td>
                  <span className={classes.person}>
                    <Avatar person={user} size={24} decorative />
                    {user.name}
                    {!user.active && <span className={pieces.badge}>{t('people.inactive')}</span>}
                  </span>
                </Table.Td>
                <Table.Td className={classes.wide}>{user.email ?? '–'}</Table.Td>
                <Table.Td>
                  {admin ? (
                    <Select
                      size="xs"
                      className={classes.role}
                      allowDeselect={false}
                      aria-label={t('people.role-of', { name: user.name })}
                      data={globalRoles.map((role) => ({ value: role, label: roleName(role) }))}
                      value={user.role}
                      onChange={(role) =>
                        role && role !== user.role && change.mutate({ user, change: { role: role as GlobalRole } })
                      }
                    />
                  ) : (
                    roleName(user.role)
                  )}
                </Table.Td>
                {admin && (
                  <Table.Td>
                    <Switch
                      aria-label={t('people.active-of', { name: user.name })}
                      checked={user.active}
                      onChange={({ currentTarget: { checked } }) =>
                        checked ? change.mutate({ user, change: { active: true } }) : setLeaving(user)
                      }
                    />
                  </Table.Td>
                )}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </PlainTable>
      </div>
      <Pager page={page} pages={pages} onPage={setPage} />
      {leaving && (
        <LazyAskDialog
          title={t('people.deactivate.title', { name: leaving.name })}
          text={t('people.deactivate.text')}
          answer={t('people.deactivate.confirm')}
          onAnswer={() => {
            change.mutate({ user: leaving, change: { active: false } });
            setLeaving(null);
          }}
          onClose={() => setLeaving(null)}
        />
      )}
    </PaddedScreen>
  );
}
