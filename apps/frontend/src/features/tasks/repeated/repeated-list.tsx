import type { RepeatedTaskAnswer } from '@gos/contract';
import type { Repeat } from '@gos/domain';
import { repeats } from '@gos/domain';
import { Table } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useOffered } from '../../../entities/user/offers';
import type { MessageId } from '../../../i18n';
import { SmallButton } from '../../../ui/buttons';
import { Choice } from '../../../ui/choice';
import { EmptyState, Failed } from '../../../ui/empty-state';
import { LazyChoiceMenu } from '../../../ui/lazy-menus';
import type { TriggerButton } from '../../../ui/lazy-popup';
import { FilterMenu, TextFilter } from '../../../ui/list-filters';
import { Pager } from '../../../ui/pager';
import pieces from '../../../ui/pieces.module.css';
import { Screen, ScreenHead } from '../../../ui/screen';
import { ariaSort, SortButton } from '../../../ui/sort-button';
import { ListTable, WaitingRows } from '../../../ui/table';
import { FilterChip, Spacer, Toolbar } from '../../../ui/toolbar';
import { usePhone } from '../../../ui/use-phone';
import { DeactivateDialog } from './deactivate-dialog';
import classes from './repeated.module.css';
import { RepeatedCsv } from './repeated-csv';
import { RepeatedRow } from './repeated-row';
import { type RepeatedColumn, type Shown, shownValues, whoseValues } from './repeated-search';
import { RepeatedTexts, useRepeatedT } from './repeated-texts';
import { useRepeatedActions } from './use-repeated-actions';
import { type RepeatedList as Given, useRepeatedList } from './use-repeated-list';

const shownMessages = {
  active: 'project.show.active',
  inactive: 'project.show.inactive',
  all: 'project.show.all',
} as const satisfies Record<Shown, MessageId>;

function ListToolbar({ list }: { readonly list: Given }) {
  const t = useRepeatedT();
  const { view, change } = list;
  const button: TriggerButton = (props) => (
    <FilterChip {...props} label={t('repeated.column.active')} chosen={t(shownMessages[view.show])} />
  );
  return (
    <Toolbar label={t('task.filter.toolbar')}>
      <Choice
        label={t('repeated.whose')}
        values={whoseValues}
        value={view.whose}
        text={(one) => t(`repeated.whose.${one}`)}
        onChange={(whose) => change({ whose })}
      />
      <LazyChoiceMenu
        button={button}
        options={shownValues.map((value) => ({ value, content: t(shownMessages[value]) }))}
        chosen={view.show}
        onChange={(value) => change({ show: shownValues.find((one) => one === value) })}
      />
      <FilterMenu
        label={t('repeated.column.rule')}
        values={repeats}
        chosen={view.repeat}
        onChange={(repeat) => change({ repeat: repeat as Repeat[] })}
        nameOf={(repeat) => t(`repeated.repeat.${repeat as Repeat}`)}
        render={(repeat) => t(`repeated.repeat.${repeat as Repeat}`)}
      />
      <TextFilter label={t('repeated.find')} value={view.q} onChange={list.setText} />
      <Spacer wideOnly />
      <RepeatedCsv view={view} />
    </Toolbar>
  );
}

function NoRows({ list }: { readonly list: Given }) {
  const t = useRepeatedT();
  const { view, clear, change } = list;
  const filtered = view.q !== '' || view.repeat.length > 0 || view.show === 'inactive';
  const mayCreate = useOffered('work');
  return (
    <EmptyState>
      <p>
        {t(filtered ? 'repeated.empty.filtered' : view.whose === 'mine' ? 'repeated.empty.mine' : 'repeated.empty')}
      </p>
      {filtered && (
        <SmallButton variant="default" onClick={clear}>
          {t('task.filter.clear-all')}
        </SmallButton>
      )}
      {!filtered && mayCreate && (
        <SmallButton component={Link} to="/tasks/repeated-new">
          {t('nav.new-repeated')}
        </SmallButton>
      )}
      {!filtered && view.whose === 'mine' && (
        <SmallButton variant="default" onClick={() => change({ whose: 'all' })}>
          {t('repeated.whose.all')}
        </SmallButton>
      )}
    </EmptyState>
  );
}

function Rows({ list }: { readonly list: Given }) {
  const t = useRepeatedT();
  const { view, answer, change } = list;
  const actions = useRepeatedActions();
  const [asked, setAsked] = useState<RepeatedTaskAnswer | null>(null);
  const head = (column: RepeatedColumn, label: string, className: string | undefined) => (
    <Table.Th className={className} aria-sort={ariaSort(column, view.sort)}>
      <SortButton label={label} column={column} sort={view.sort} onSort={(sort) => change({ sort })} />
    </Table.Th>
  );
  return (
    <>
      <ListTable className={classes.table} aria-label={t('nav.repeated')} aria-busy={answer.isPending}>
        <Table.Thead>
          <Table.Tr>
            {head('name', t('repeated.column.name'), classes.name)}
            {head('repeat', t('repeated.column.rule'), classes.rule)}
            {head('solver', t('repeated.column.who'), classes.who)}
            {head('contractor', t('task.field.contractor'), classes.contractor)}
            <Table.Th className={classes.next}>{t('repeated.column.next')}</Table.Th>
            {head('active', t('repeated.column.active'), classes.active)}
            <Table.Th className={classes.actions}>
              <span className={pieces.hidden}>{t('repeated.column.actions')}</span>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {answer.data ? (
            answer.data.items.map((one) => (
              <RepeatedRow key={one.id} definition={one} actions={actions} onDeactivate={setAsked} />
            ))
          ) : (
            <WaitingRows columns={7} />
          )}
        </Table.Tbody>
      </ListTable>
      {asked && (
        <DeactivateDialog
          definition={asked}
          onAnswer={() => void actions.setActive(asked, false)}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  );
}

function List() {
  const t = useRepeatedT();
  const list = useRepeatedList();
  const mayCreate = useOffered('work');
  const phone = usePhone();
  const { answer, total, view, pages } = list;
  return (
    <Screen>
      <ScreenHead title={t('nav.repeated')} count={total ?? null}>
        {mayCreate && (
          <SmallButton
            component={Link}
            to="/tasks/repeated-new"
            variant="default"
            aria-label={t('nav.new-repeated')}
            leftSection={!phone && <IconPlus size={16} aria-hidden />}
          >
            {phone ? <IconPlus size={16} aria-hidden /> : t('nav.new-repeated')}
          </SmallButton>
        )}
      </ScreenHead>
      <ListToolbar list={list} />
      {answer.isError && !answer.data ? (
        <Failed text={t('repeated.failure.list')} busy={answer.isFetching} onRetry={() => void answer.refetch()} />
      ) : total === 0 ? (
        <NoRows list={list} />
      ) : (
        <Rows list={list} />
      )}
      <Pager page={view.page} pages={pages} onPage={list.setPage} />
    </Screen>
  );
}

/** Definitions of repeated tasks: those that the reader gave or solves, or all that they see. */
export const RepeatedList = () => (
  <RepeatedTexts>
    <List />
  </RepeatedTexts>
);
