import type { UserAnswer } from '@gos/contract';
import { Table } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useMe } from '../../entities/user/users.api';
import { SmallButton } from '../../ui/buttons';
import { EmptyState, FailedLine } from '../../ui/empty-state';
import { Pager } from '../../ui/pager';
import { PaddedScreen, ScreenHead } from '../../ui/screen';
import { ariaSort, SortButton } from '../../ui/sort-button';
import { PlainTable, WaitingRows } from '../../ui/table';
import { usePages } from '../../ui/use-pages';
import { usePhone } from '../../ui/use-phone';
import { LeaveDialog } from './leave-dialog';
import { usersQuery } from './people.api';
import classes from './people.module.css';
import { PeopleFilters } from './people-filters';
import { type PeopleSearch, type PeopleSort, peoplePageOf, peoplePageSize } from './people-search';
import { PeopleTexts, usePeopleT } from './people-texts';
import { PersonRow } from './person-row';

interface HeaderProps {
  readonly label: string;
  readonly column: 'name' | 'role' | 'email';
  readonly sort: PeopleSort;
  readonly className?: string | undefined;
  readonly onSort: (sort: PeopleSort) => void;
}

const SortableHeader = ({ label, column, sort, className, onSort }: HeaderProps) => (
  <Table.Th className={className} aria-sort={ariaSort(column, sort)}>
    <SortButton label={label} column={column} sort={sort} onSort={onSort} />
  </Table.Th>
);

function People() {
  const t = usePeopleT();
  const { role } = useMe();
  const phone = usePhone();
  const navigate = useNavigate({ from: '/people/' });
  const search: PeopleSearch = useSearch({ from: '/_app/people/' });
  const [leaving, setLeaving] = useState<UserAnswer | null>(null);
  const admin = role === 'admin';
  const open = admin || role === 'auditor';
  const users = useQuery(usersQuery(peoplePageOf(search, open)));
  const { sort = 'name', page = 1 } = search;
  const pages = usePages(page, peoplePageSize, users);
  const go = (next: PeopleSearch) =>
    void navigate({
      to: '.',
      search: (previous) => ({ ...previous, page: undefined, ...next }),
      replace: next.page === undefined,
    });
  const onSort = (next: PeopleSort) => go({ sort: next === 'name' ? undefined : next });

  return (
    <PaddedScreen>
      <ScreenHead title={t('people.title')} count={users.data?.total ?? null}>
        {admin && (
          <SmallButton
            component={Link}
            to="/people/invitations"
            variant="default"
            aria-label={t('area.users.new-associate')}
            leftSection={phone ? undefined : <IconPlus size={16} aria-hidden />}
          >
            {phone ? <IconPlus size={16} aria-hidden /> : t('area.users.new-associate')}
          </SmallButton>
        )}
      </ScreenHead>
      <PeopleFilters search={search} onChange={go} open={open} />
      {users.isError && !users.data && (
        <FailedLine text={t('people.error')} busy={users.isFetching} onRetry={() => void users.refetch()} />
      )}
      {users.data?.items.length === 0 && (
        <EmptyState>
          <p>{t('people.empty')}</p>
          <SmallButton variant="default" onClick={() => void navigate({ to: '/people', search: {}, replace: true })}>
            {t('task.filter.clear-all')}
          </SmallButton>
        </EmptyState>
      )}
      {users.data?.items.length !== 0 && !(users.isError && !users.data) && (
        <div className={classes.scroll}>
          <PlainTable stacked verticalSpacing={6} aria-label={t('people.title')} aria-busy={users.isPending}>
            <Table.Thead>
              <Table.Tr>
                <SortableHeader label={t('people.name')} column="name" sort={sort} onSort={onSort} />
                {open && (
                  <>
                    <SortableHeader
                      label={t('people.email')}
                      column="email"
                      sort={sort}
                      className={classes.wide}
                      onSort={onSort}
                    />
                    <Table.Th className={classes.phone}>{t('people.phone')}</Table.Th>
                  </>
                )}
                <Table.Th className={classes.positions}>{t('people.positions')}</Table.Th>
                <SortableHeader label={t('people.role')} column="role" sort={sort} onSort={onSort} />
                {open && <Table.Th>{t('people.rate')}</Table.Th>}
                {admin && <Table.Th>{t('people.active')}</Table.Th>}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {users.data ? (
                users.data.items.map((user) => (
                  <PersonRow key={user.id} user={user} admin={admin} open={open} onLeave={() => setLeaving(user)} />
                ))
              ) : (
                <WaitingRows columns={admin ? 7 : open ? 6 : 3} />
              )}
            </Table.Tbody>
          </PlainTable>
        </div>
      )}
      <Pager page={page} pages={pages} onPage={(next) => go({ page: next })} />
      {leaving && <LeaveDialog user={leaving} onClose={() => setLeaving(null)} />}
    </PaddedScreen>
  );
}

/** Lists the people that the reader sees; an admin edits them in place. */
export const PeopleScreen = () => (
  <PeopleTexts>
    <People />
  </PeopleTexts>
);
