import type { PersonRef, PlanAnswer } from '@gos/contract';
import { isDayOf, localDay, weekdaysOff } from '@gos/domain';
import { ActionIcon, Group, Menu, Skeleton, Table, Text } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { PlanMark } from '../../entities/plan/plan-mark';
import { type PlanTime, plansPageSize, plansQuery } from '../../entities/plan/plans.api';
import { useHolidays } from '../../lib/holidays';
import { timeZone } from '../../lib/installation';
import { Choice } from '../../ui/choice';
import { EmptyState, Failed } from '../../ui/empty-state';
import { Pager } from '../../ui/pager';
import pieces from '../../ui/pieces.module.css';
import { PlainTable } from '../../ui/table';
import { useNow } from '../../ui/use-now';
import { useAttendanceT } from './common/attendance-texts';
import { daysWords, usePlanWords } from './common/plan-words';
import { useWorkingDays } from './common/use-working-days';
import { PartHead } from './part-head';
import classes from './plans.module.css';
import { PlansCsv } from './plans-csv';

/** Actions on a plan. */
export type PlanRequest = 'edit' | 'edit-day' | 'remove' | 'remove-day' | 'withdraw';
const onRepeat: readonly PlanRequest[] = ['edit', 'edit-day', 'remove', 'remove-day'];
const onSingle: readonly PlanRequest[] = ['edit', 'remove'];

function requestsOn({ approval }: PlanAnswer, repeats: boolean): readonly PlanRequest[] {
  const usual = repeats ? onRepeat : onSingle;
  return approval === 'requested' ? [...usual, 'withdraw'] : usual;
}

interface OnRequest {
  /** null if the plans are read-only */
  readonly onRequest: ((plan: PlanAnswer, request: PlanRequest) => void) | null;
}

/** Names that a row has room for. */
const maxNames = 2;

/** The names of the holidays from the first to the last day of a plan, without weekends where it excludes them. */
function HolidaysOf({ plan }: { readonly plan: PlanAnswer }) {
  const t = useAttendanceT();
  const holidays = useHolidays([plan.date, plan.repeatUntil ?? plan.date]);
  const weekend = weekdaysOff(useWorkingDays());
  const spread = { ...plan, weekend: plan.excludeWeekends ? weekend : [], without: [], deleted: false };
  const names = [...holidays].flatMap(([day, name]) => (isDayOf(spread, day) ? name : []));
  if (names.length === 0) return null;
  const more = names.length - maxNames;
  return (
    <Text span inherit c="var(--gos-late-text)" title={names.join(', ')}>
      {names.slice(0, maxNames).join(', ')} {more > 0 && t('calendar.more', { count: more })}
    </Text>
  );
}

function PlanRow({ plan, onRequest, today }: OnRequest & { readonly plan: PlanAnswer; readonly today: string }) {
  const t = useAttendanceT();
  const { locale } = useIntl();
  const days = daysWords(locale, plan);
  const repeats = plan.repeatUntil !== null && plan.repeatUntil !== plan.date;
  const when = repeats
    ? t(plan.excludeWeekends ? 'attendance.plan.repeat.weekdays' : 'attendance.plan.repeat', { days })
    : days;
  const words = usePlanWords();
  const type = words.name(plan);
  return (
    <Table.Tr data-plan={plan.id}>
      <Table.Th scope="row" className={classes.when}>
        {when} <HolidaysOf plan={plan} />
      </Table.Th>
      <Table.Td>
        <span className={pieces.inline}>
          <PlanMark type={plan.type} kind={plan.kind} />
          {type}
          {plan.approval === 'requested' && (
            <span className={`${pieces.badge} ${classes.waiting}`}>{t('attendance.request.requested')}</span>
          )}
        </span>
      </Table.Td>
      <Table.Td className={classes.times}>{words.fullTimes(plan)}</Table.Td>
      <Table.Td className={classes.place}>
        {plan.location}
        {plan.position && <span className={pieces.badge}>{plan.position.name}</span>}
      </Table.Td>
      <Table.Td className={classes.actions}>
        {onRequest !== null && (plan.repeatUntil ?? plan.date) >= today && plan.id > 0 && (
          <Menu position="bottom-end" withinPortal withInitialFocusPlaceholder={false}>
            <Menu.Target>
              <ActionIcon size={28} aria-label={t('attendance.plan.actions', { plan: `${type}, ${days}` })}>
                <IconDots size={16} stroke={1.75} />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              {requestsOn(plan, repeats).map((request) => (
                <Menu.Item key={request} onClick={() => onRequest(plan, request)}>
                  {t(`attendance.plan.${request}`)}
                </Menu.Item>
              ))}
            </Menu.Dropdown>
          </Menu>
        )}
      </Table.Td>
    </Table.Tr>
  );
}

interface PlanListProps extends OnRequest {
  readonly owner: PersonRef;
  readonly own: boolean;
}

/** A person's plans: those of today and later, or those that are over. */
export function PlanList({ owner, own, onRequest }: PlanListProps) {
  const t = useAttendanceT();
  const today = localDay(useNow(), timeZone());
  const [time, setTime] = useState<PlanTime>('ahead');
  const [page, setPage] = useState(1);
  const answer = useQuery(plansQuery(owner.id, time, today, page));
  const { data } = answer;
  const title = t(own ? 'attendance.plans.list' : 'attendance.plans.of', { name: owner.name });
  return (
    <section className={classes.list} aria-labelledby="my-plans">
      <PartHead id="my-plans" title={title}>
        <Group gap={8}>
          <Choice
            label={t('attendance.plans.time')}
            values={['ahead', 'over'] as const}
            value={time}
            text={(one) => t(`attendance.plans.time.${one}`)}
            onChange={(one) => {
              setTime(one);
              setPage(1);
            }}
          />
          <PlansCsv owner={owner} time={time} today={today} title={title} />
        </Group>
      </PartHead>
      {answer.isError && data === undefined && (
        <Failed text={t('attendance.plans.failure')} busy={answer.isFetching} onRetry={() => void answer.refetch()} />
      )}
      {data?.items.length === 0 && (
        <EmptyState>
          {t(time === 'ahead' && !own ? 'attendance.plans.empty.other' : `attendance.plans.empty.${time}`)}
        </EmptyState>
      )}
      {data === undefined && !answer.isError && <Skeleton height={120} />}
      {data !== undefined && data.items.length > 0 && (
        <PlainTable stacked verticalSpacing={6} aria-labelledby="my-plans">
          <Table.Tbody>
            {data.items.map((plan) => (
              <PlanRow key={plan.id} plan={plan} today={today} onRequest={onRequest} />
            ))}
          </Table.Tbody>
        </PlainTable>
      )}
      <Pager page={page} pages={Math.ceil((data?.total ?? 0) / plansPageSize)} onPage={setPage} />
    </section>
  );
}
