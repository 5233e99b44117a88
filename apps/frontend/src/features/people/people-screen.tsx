import type { UserAnswer } from '@gos/contract';
import { Skeleton, Table, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useChangeUser } from '../../entities/user/use-change-user';
import { useMe } from '../../entities/user/users.api';
import { useT } from '../../i18n';
import { FailedLine } from '../../ui/instead';
import { LazyAskDialog } from '../../ui/lazy-dialogs';
import { Pager } from '../../ui/pager';
import { PaddedScreen, ScreenHead } from '../../ui/screen';
import { PlainTable } from '../../ui/table';
import { peoplePageSize, usersQuery } from './people.api';
import classes from './people.module.css';
import { PersonRow } from './person-row';

export function PeopleScreen() {
  const t = useT();
  const me = useMe();
  const [text, setText] = useState('');
  const [q] = useDebouncedValue(text.trim(), 150);
  const [page, setPage] = useState(1);
  const [leaving, setLeaving] = useState<UserAnswer | null>(null);
  const users = useQuery(usersQuery(q, page));
  const { change } = useChangeUser();
  const admin = me.role === 'admin';
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
        <FailedLine text={t('people.error')} busy={users.isFetching} onRetry={() => void users.refetch()} />
      )}
      {users.data?.items.length === 0 && <p className={classes.nobody}>{t('people.empty')}</p>}
      <div className={classes.scroll}>
        <PlainTable stacked verticalSpacing={6}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('people.name')}</Table.Th>
              <Table.Th className={classes.wide}>{t('people.email')}</Table.Th>
              <Table.Th className={classes.positions}>{t('people.positions')}</Table.Th>
              <Table.Th>{t('people.role')}</Table.Th>
              {admin && <Table.Th>{t('people.active')}</Table.Th>}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {!users.data &&
              !users.isError &&
              Array.from({ length: 8 }, (_, row) => (
                <Table.Tr key={row}>
                  <Table.Td colSpan={5}>
                    <Skeleton height={20} />
                  </Table.Td>
                </Table.Tr>
              ))}
            {users.data?.items.map((user) => (
              <PersonRow key={user.id} user={user} onLeave={() => setLeaving(user)} />
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
            change(leaving, { active: false });
            setLeaving(null);
          }}
          onClose={() => setLeaving(null)}
        />
      )}
    </PaddedScreen>
  );
}
