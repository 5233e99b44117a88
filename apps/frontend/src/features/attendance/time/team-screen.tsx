import type { AvailabilityAnswer, PresenceItem } from '@gos/contract';
import { localDay, mondayOf } from '@gos/domain';
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useIntl } from 'react-intl';
import { PlanMark } from '../../../entities/plan/plan-mark';
import { weekQuery } from '../../../entities/plan/plans.api';
import { PersonLabel } from '../../../entities/user/avatar';
import { presenceQuery } from '../../../entities/user/presence.api';
import { useMe } from '../../../entities/user/users.api';
import { timeZone } from '../../../lib/installation';
import { Failed, Instead } from '../../../ui/instead';
import { timeText } from '../../../ui/moment-format';
import { Toolbar } from '../../../ui/toolbar';
import { useNow } from '../../../ui/use-now';
import { AttendanceTexts } from '../attendance-texts';
import { timesOf } from '../plan-words';
import { PositionFilter } from '../week-head';
import { whole } from './month-address';
import classes from './team.module.css';
import { TimeTexts, useTimeT } from './time-texts';
import { WorkedTask } from './worked-task';

type Plans = AvailabilityAnswer['people'][number]['days'][number]['plans'];

function PlansOfToday({ plans }: { readonly plans: Plans }) {
  const t = useTimeT();
  const { locale } = useIntl();
  if (plans.length === 0) return <span className={classes.quiet}>{t('time.team.no-plan')}</span>;
  return (
    <ul className={classes.plans}>
      {plans.map((plan) => (
        <li key={plan.id}>
          <PlanMark type={plan.type} />
          <span>
            {timesOf(locale, plan)} {t(`plan.type.${plan.type}`)}
            <span className={classes.quiet}> · {plan.location}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}

function Now({ item }: { readonly item: PresenceItem | undefined }) {
  const t = useTimeT();
  const { locale } = useIntl();
  const state = item?.state ?? 'away';
  return (
    <span className={classes.now}>
      <span className={classes.dot} data-state={state} aria-hidden />
      <span>
        {t(`time.team.${state}`)}
        {item !== undefined && state !== 'away' && (
          <span className={classes.quiet}> {t('online.since', { time: timeText(locale, item.since) })}</span>
        )}
      </span>
      {item?.task && <WorkedTask task={item.task} />}
    </span>
  );
}

function Team() {
  const t = useTimeT();
  const me = useMe();
  const navigate = useNavigate();
  const today = localDay(useNow(), timeZone());
  const position = useSearch({ strict: false, select: (all) => whole((all as { position?: unknown }).position, 1) });
  const week = useQuery(weekQuery(mondayOf(today), position ?? null));
  const { data: presence } = useQuery(presenceQuery());
  const present = new Map(presence?.items.map((item) => [item.user.id, item]));
  const choose = (id: number | null) =>
    void navigate({
      to: '.',
      search: (previous: object) => ({ ...previous, position: id ?? undefined }),
      replace: true,
    });
  return (
    <div className={classes.screen}>
      <header className={classes.head}>
        <h1 className={classes.title}>{t('nav.team')}</h1>
      </header>
      {me.role !== 'collaborator' && (
        <Toolbar label={t('nav.team')}>
          <PositionFilter position={position ?? null} setPosition={choose} />
        </Toolbar>
      )}
      {week.data !== undefined ? (
        week.data.people.length === 0 ? (
          <Instead>{t('time.team.nobody')}</Instead>
        ) : (
          <table className={classes.table} aria-label={t('nav.team')}>
            <thead>
              <tr>
                <th scope="col">{t('time.person')}</th>
                <th scope="col">{t('time.team.plan')}</th>
                <th scope="col">{t('time.team.now')}</th>
              </tr>
            </thead>
            <tbody>
              {week.data.people.map(({ user, days }) => (
                <tr key={user.id} data-person={user.id}>
                  <th scope="row">
                    <Link to="/attendance/activity" search={{ userId: user.id === me.id ? undefined : user.id }}>
                      <PersonLabel person={user} />
                    </Link>
                  </th>
                  <td>
                    <PlansOfToday plans={days.find(({ date }) => date === today)?.plans ?? []} />
                  </td>
                  <td>
                    <Now item={present.get(user.id)} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )
      ) : week.isError ? (
        <Failed text={t('time.failed')} busy={week.isFetching} onRetry={() => void week.refetch()} />
      ) : (
        <div className={classes.waiting} aria-hidden>
          {Array.from({ length: 10 }, (_, row) => (
            <Skeleton key={row} height={20} mt={14} />
          ))}
        </div>
      )}
    </div>
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
