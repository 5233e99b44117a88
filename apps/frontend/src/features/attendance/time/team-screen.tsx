import type { AvailabilityAnswer, PersonRef, PresenceItem } from '@gos/contract';
import { localDay, mondayOf } from '@gos/domain';
import { Box, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { memo } from 'react';
import { useIntl } from 'react-intl';
import { PlanMark } from '../../../entities/plan/plan-mark';
import { weekQuery } from '../../../entities/plan/plans.api';
import { PersonLabel } from '../../../entities/user/avatar';
import { holdsAll, presenceQuery } from '../../../entities/user/presence.api';
import { useMe } from '../../../entities/user/users.api';
import { timeZone } from '../../../lib/installation';
import { EmptyState } from '../../../ui/empty-state';
import { useGrowing } from '../../../ui/growing';
import { timeText } from '../../../ui/moment-format';
import pieces from '../../../ui/pieces.module.css';
import { Screen, ScreenHead, ScreenNote } from '../../../ui/screen';
import table from '../../../ui/table.module.css';
import { Toolbar } from '../../../ui/toolbar';
import { useNow } from '../../../ui/use-now';
import { AttendanceTexts } from '../common/attendance-texts';
import { type ChosenPosition, positionIn } from '../common/chosen-position';
import { usePlanWords } from '../common/plan-words';
import { PositionFilter } from '../common/position-filter';
import classes from './team.module.css';
import time from './time.module.css';
import { TimeFailed } from './time-failed';
import { TimeTexts, useTimeT } from './time-texts';
import { WorkedTask } from './worked-task';

type Plans = AvailabilityAnswer['people'][number]['days'][number]['plans'];

function PlansOfToday({ plans }: { readonly plans: Plans }) {
  const t = useTimeT();
  const words = usePlanWords();
  if (plans.length === 0) return <span className={pieces.nothing}>{t('time.team.no-plan')}</span>;
  return (
    <ul className={`${pieces.rows} ${classes.plans}`}>
      {plans.map((plan) => (
        <li key={plan.id}>
          <PlanMark type={plan.type} kind={plan.kind} />
          <span>
            {words.times(plan)} {words.name(plan)}
            {plan.location !== '' && <span className={pieces.nothing}> · {plan.location}</span>}
          </span>
        </li>
      ))}
    </ul>
  );
}

function Now({ item }: { readonly item: PresenceItem | 'away' }) {
  const t = useTimeT();
  const { locale } = useIntl();
  const here = item === 'away' ? null : item;
  const state = here?.state ?? 'away';
  return (
    <span className={classes.now}>
      <span className={classes.dot} data-state={state} aria-hidden />
      <span>
        {t(`time.team.${state}`)}
        {here !== null && (
          <span className={pieces.nothing}> {t('online.since', { time: timeText(locale, here.since) })}</span>
        )}
      </span>
      {here?.task && <WorkedTask task={here.task} />}
    </span>
  );
}

interface PersonRowProps {
  readonly user: PersonRef;
  readonly own: boolean;
  readonly plans: Plans | undefined;
  /** null while it is not known */
  readonly now: PresenceItem | 'away' | null;
}

const PersonRow = memo(function PersonRow({ user, own, plans = [], now }: PersonRowProps) {
  return (
    <tr data-person={user.id}>
      <th scope="row">
        <Link className={pieces.plainLink} to="/attendance/activity" search={{ userId: own ? undefined : user.id }}>
          <PersonLabel person={user} />
        </Link>
      </th>
      <td>
        <PlansOfToday plans={plans} />
      </td>
      <td>{now !== null && <Now item={now} />}</td>
    </tr>
  );
});

function Team() {
  const t = useTimeT();
  const me = useMe();
  const navigate = useNavigate();
  const today = localDay(useNow(), timeZone());
  const position = useSearch({ strict: false, select: (all) => positionIn((all as { position?: unknown }).position) });
  const week = useQuery(weekQuery(mondayOf(today), position ?? null));
  const { data: presence } = useQuery(presenceQuery());
  const present = new Map(presence?.items.map((item) => [item.user.id, item]));
  const all = presence !== undefined && holdsAll(presence);
  const people = week.data?.people ?? [];
  const { count, end } = useGrowing(people.length);
  const choose = (id: ChosenPosition | null) =>
    void navigate({
      to: '.',
      search: (previous: object) => ({ ...previous, position: id ?? undefined }),
      replace: true,
    });
  return (
    <Screen>
      <ScreenHead title={t('nav.team')} />
      {me.role !== 'collaborator' && (
        <Toolbar label={t('nav.team')}>
          <PositionFilter position={position ?? null} setPosition={choose} />
        </Toolbar>
      )}
      {presence !== undefined && !all && (
        <ScreenNote>
          {t('time.team.not-all', { count: presence.total - presence.items.length, shown: presence.items.length })}
        </ScreenNote>
      )}
      {week.data !== undefined ? (
        people.length === 0 ? (
          <EmptyState>{t('time.team.nobody')}</EmptyState>
        ) : (
          <table className={`${table.stacked} ${time.table} ${classes.table}`} aria-label={t('nav.team')}>
            <thead>
              <tr>
                <th scope="col">{t('time.person')}</th>
                <th scope="col">{t('time.team.plan')}</th>
                <th scope="col">{t('time.team.now')}</th>
              </tr>
            </thead>
            <tbody>
              {people.slice(0, count).map(({ user, days }) => (
                <PersonRow
                  key={user.id}
                  user={user}
                  own={user.id === me.id}
                  plans={days.find(({ date }) => date === today)?.plans}
                  now={present.get(user.id) ?? (all ? 'away' : null)}
                />
              ))}
            </tbody>
          </table>
        )
      ) : week.isError ? (
        <TimeFailed answer={week} />
      ) : (
        <Box p="6px 20px" aria-hidden>
          {Array.from({ length: 10 }, (_, row) => (
            <Skeleton key={row} height={20} mt={14} />
          ))}
        </Box>
      )}
      {end}
    </Screen>
  );
}

/** Everybody's plan of today, and what they work on now. */
export const TeamScreen = () => (
  <AttendanceTexts>
    <TimeTexts>
      <Team />
    </TimeTexts>
  </AttendanceTexts>
);
