import type { TeamMonth } from '@gos/contract';
import { keepsAttendance } from '@gos/domain';
import { Box, Skeleton } from '@mantine/core';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useIntl } from 'react-intl';
import { OfferedScreen } from '../../../entities/user/offers';
import { useReader } from '../../../entities/user/use-reader';
import { useMe } from '../../../entities/user/users.api';
import { EntriesDialog } from '../../../entities/work/entries-dialog';
import { pastMoment } from '../../../lib/past';
import { SmallButton } from '../../../ui/buttons';
import { dayTexts } from '../../../ui/day-text';
import { EmptyState } from '../../../ui/empty-state';
import { TextFilter } from '../../../ui/list-filters';
import { Pager } from '../../../ui/pager';
import pieces from '../../../ui/pieces.module.css';
import { DaysHead, Screen, ScreenNote } from '../../../ui/screen';
import { ariaSort, SortButton } from '../../../ui/sort-button';
import { Chip, Spacer, Toolbar } from '../../../ui/toolbar';
import { AttendanceTexts } from '../common/attendance-texts';
import { PositionFilter } from '../common/position-filter';
import wide from '../common/wide-table.module.css';
import { firstOf, lastOf } from './month-address';
import { PrintedMonths } from './printed-months';
import classes from './team-month.module.css';
import { type TeamColumn, teamFilterOf } from './team-month-address';
import { TeamMonthBar, TeamMonthMenu } from './team-month-bar';
import { TeamMonthRow } from './team-month-row';
import time from './time.module.css';
import { TimeFailed } from './time-failed';
import { TimeTexts, useTimeT } from './time-texts';
import { Turn } from './turn';
import { type MonthExportState, useMonthExport } from './use-month-export';
import { type TeamActions, useTeamActions } from './use-team-actions';
import { type TeamMonthState, useTeamMonth } from './use-team-month';
import { useTeamSelection } from './use-team-selection';

/** Columns in their order; those without a field are not sorted by. */
const columns = [
  { label: 'time.person', sort: 'name' },
  { label: 'time.planned', sort: 'planned' },
  { label: 'time.worked', sort: 'worked' },
  { label: 'time.difference', sort: 'difference' },
  { label: 'time.overtime', sort: 'overtime' },
  { label: 'time.team-month.absences', sort: null },
  { label: 'time.team-month.missing', sort: 'missing' },
  { label: 'time.team-month.check', sort: null },
  { label: 'time.team-month.state', sort: 'closed' },
] as const satisfies readonly { readonly label: string; readonly sort: TeamColumn | null }[];

function Filters({ state }: { readonly state: TeamMonthState }) {
  const t = useTimeT();
  const { address, go } = state;
  const screen = t('nav.team-month');
  return (
    <Toolbar label={screen}>
      <Turn of="month" group={screen} state={state} toNow={state.toNow} isNow={state.isNow} />
      <PositionFilter
        position={address.position ?? null}
        setPosition={(position) => go({ position: position ?? undefined })}
      />
      <Chip
        on={address.missing === true}
        aria-pressed={address.missing === true}
        onClick={() => go({ missing: address.missing ? undefined : true })}
      >
        {t('time.team-month.only-missing')}
      </Chip>
      <Chip
        on={address.open === true}
        aria-pressed={address.open === true}
        onClick={() => go({ open: address.open ? undefined : true })}
      >
        {t('time.team-month.only-open')}
      </Chip>
      <TextFilter
        label={t('time.team-month.search')}
        value={address.q ?? ''}
        onChange={(q) => go({ q: q === '' ? undefined : q })}
      />
    </Toolbar>
  );
}

interface SelectAllProps {
  readonly onChange: (all: boolean) => void;
}

interface PeopleProps {
  readonly state: TeamMonthState;
  readonly rows: readonly TeamMonth[];
  readonly actions: TeamActions;
  readonly exporting: MonthExportState;
  readonly keeps: boolean;
}

/** Selects everybody of the page. */
function SelectAll({ selected, rows, onChange }: Record<'selected' | 'rows', number> & SelectAllProps) {
  const t = useTimeT();
  const box = useRef<HTMLInputElement>(null);
  const all = selected === rows;
  useEffect(() => {
    if (box.current) box.current.indeterminate = selected > 0 && !all;
  });
  return (
    <label className={classes.box}>
      <input
        ref={box}
        type="checkbox"
        checked={all}
        aria-label={t('time.team-month.select-all')}
        onChange={() => onChange(!all)}
      />
    </label>
  );
}

function People({ state, rows, ...team }: PeopleProps) {
  const t = useTimeT();
  const { locale } = useIntl();
  const me = useMe();
  const [open, setOpen] = useState<TeamMonth | null>(null);
  const { address, go, month, year } = state;
  const shown = { month, year };
  const name = dayTexts.month(locale, firstOf(shown));
  const sort = address.sort ?? 'name';
  const scope = JSON.stringify([month, year, { ...address, sort: undefined }]);
  const { selected, toggle, selectAll } = useTeamSelection(rows, scope);
  const ids = new Set(selected.map(({ userId }) => userId));
  const onWorked = useCallback((row: TeamMonth) => setOpen(row), []);
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keys */}
      <section className={wide.scroll} tabIndex={0} aria-label={name}>
        <table className={`${time.table} ${classes.table}`} aria-label={`${t('nav.team-month')}: ${name}`}>
          <thead>
            <tr>
              {columns.map(({ label, sort: column }) => (
                <th key={label} scope="col" aria-sort={column === null ? undefined : ariaSort(column, sort)}>
                  {column === 'name' && (
                    <SelectAll selected={selected.length} rows={rows.length} onChange={selectAll} />
                  )}
                  {column === null ? (
                    t(label)
                  ) : (
                    <SortButton
                      label={t(label)}
                      column={column}
                      sort={sort}
                      onSort={(next) => go({ sort: next === 'name' ? undefined : next })}
                    />
                  )}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <TeamMonthRow
                key={row.userId}
                row={row}
                shown={shown}
                own={row.userId === me.id}
                selected={ids.has(row.userId)}
                onSelect={toggle}
                onWorked={onWorked}
              />
            ))}
          </tbody>
        </table>
      </section>
      <TeamMonthBar {...team} state={state} selected={selected} onClear={() => selectAll(false)} />
      {open !== null && (
        <EntriesDialog
          title={`${t('time.worked')} · ${open.user.name} · ${name}`}
          filter={{ userId: open.userId, from: firstOf(shown), to: lastOf(shown) }}
          onClose={() => setOpen(null)}
        />
      )}
    </>
  );
}

/** In place of rows: the reason, and the way back to everybody. */
function Nobody({ state }: { readonly state: TeamMonthState }) {
  const t = useTimeT();
  const { q, position, missing, open } = state.address;
  const filtered = q !== undefined || position !== undefined || missing || open;
  return (
    <EmptyState>
      <p>{t(filtered ? 'time.team-month.no-match' : 'time.team-month.nobody')}</p>
      {filtered && (
        <SmallButton
          variant="default"
          onClick={() => state.go({ q: undefined, position: undefined, missing: undefined, open: undefined })}
        >
          {t('task.filter.clear-all')}
        </SmallButton>
      )}
    </EmptyState>
  );
}

function TeamMonths() {
  const t = useTimeT();
  const { locale } = useIntl();
  const state = useTeamMonth();
  const { answer, address, month, year } = state;
  const keeps = keepsAttendance(useReader()) && pastMoment() === null;
  const actions = useTeamActions(state);
  const exporting = useMonthExport({ month, year }, teamFilterOf(address));
  const title = dayTexts.month(locale, firstOf(state));
  return (
    <Screen>
      <DaysHead wraps screen={t('nav.team-month')} title={title} said={answer.isSuccess && title}>
        {answer.data !== undefined && (
          <>
            <span className={pieces.count}>{answer.data.total}</span>
            <Spacer />
            <TeamMonthMenu state={state} actions={actions} exporting={exporting} keeps={keeps} />
          </>
        )}
      </DaysHead>
      <Filters state={state} />
      <ScreenNote>{t('time.team-month.note')}</ScreenNote>
      {answer.data !== undefined ? (
        answer.data.items.length === 0 ? (
          <Nobody state={state} />
        ) : (
          <People state={state} rows={answer.data.items} actions={actions} exporting={exporting} keeps={keeps} />
        )
      ) : answer.isError ? (
        <TimeFailed answer={answer} />
      ) : (
        <Box p="6px 20px" aria-hidden>
          {Array.from({ length: 10 }, (_, row) => (
            <Skeleton key={row} height={20} mt={14} />
          ))}
        </Box>
      )}
      {exporting.printed !== null && (
        <PrintedMonths months={exporting.printed} today={state.today} onPrinted={exporting.onPrinted} />
      )}
      <Pager page={state.page} pages={state.pages} onPage={(page) => state.go({ page })} />
    </Screen>
  );
}

/** Everybody's month: planned and worked time, days off, and what is missing or to be checked. */
export const TeamMonthScreen = () => (
  <OfferedScreen part="attendance">
    <AttendanceTexts>
      <TimeTexts>
        <TeamMonths />
      </TimeTexts>
    </AttendanceTexts>
  </OfferedScreen>
);
