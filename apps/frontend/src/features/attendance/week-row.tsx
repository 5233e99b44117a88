import type { AvailabilityAnswer, PlanAnswer } from '@gos/contract';
import { keepsAttendance } from '@gos/domain';
import { Box, Group, UnstyledButton } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { PlanMark } from '../../entities/plan/plan-mark';
import types from '../../entities/plan/plan-type.module.css';
import { usePersonName } from '../../entities/user/person-name';
import { useMe } from '../../entities/user/users.api';
import pieces from '../../ui/pieces.module.css';
import classes from './availability.module.css';
import { useAttendanceT } from './common/attendance-texts';
import { dayWords, timeWords, usePlanWords } from './common/plan-words';
import { PlannedPerson, PlansLink } from './planned-person';

export type WeekPerson = AvailabilityAnswer['people'][number];

interface RowProps {
  readonly person: WeekPerson;
  /** Data attributes that style a day. */
  readonly look: (day: string) => Readonly<Record<string, boolean | undefined>>;
}

/** A plan in its day. A phone has room for a sign and two times; the rest opens below. */
function PlanBox({ plan, phone }: { readonly plan: PlanAnswer; readonly phone: boolean }) {
  const { locale } = useIntl();
  const words = usePlanWords();
  const t = useAttendanceT();
  const type = words.name(plan);
  const times = words.times(plan);
  const isPart = plan.half === null && plan.type !== 'day_off';
  return (
    <li
      className={`${types.ofType} ${classes.plan}`}
      data-type={plan.type}
      data-approval={plan.approval ?? undefined}
      title={words.placed([type, words.fullTimes(plan)], plan).join(', ')}
    >
      {phone ? (
        <>
          <PlanMark type={plan.type} kind={plan.kind} />
          <span className={pieces.hidden}>{type}</span>
          {isPart ? (
            <>
              <span>{timeWords(locale, plan.from)}</span>
              <span className={pieces.hidden}>–</span>
              <span>{timeWords(locale, plan.to)}</span>
            </>
          ) : plan.half === null ? (
            <span className={pieces.hidden}>{times}</span>
          ) : (
            <>
              <span aria-hidden>½</span>
              <span className={pieces.hidden}>{times}</span>
            </>
          )}
          <span className={pieces.hidden}>
            {plan.approval === 'requested' ? t('attendance.request.requested') : plan.location}
          </span>
        </>
      ) : (
        <>
          <span className={classes.type}>
            <PlanMark type={plan.type} kind={plan.kind} size={14} />
            <span className={`${pieces.word} ${classes.typeName}`}>{type}</span>
          </span>
          <span className={`${pieces.word} ${classes.times}`}>{times}</span>
          <span className={`${pieces.word} ${classes.place}`}>
            {plan.approval === 'requested' ? t('attendance.request.requested') : plan.location}
          </span>
        </>
      )}
    </li>
  );
}

const Days = ({ person, look, phone }: RowProps & { readonly phone: boolean }) =>
  person.days.map(({ date, plans }) => (
    <td key={date} data-day={date} {...look(date)}>
      {plans.length > 0 && (
        <ul className={`${pieces.rows} ${classes.plans}`}>
          {plans.map((plan) => (
            <PlanBox key={plan.id} plan={plan} phone={phone} />
          ))}
        </ul>
      )}
    </td>
  ));

/** A person and their days side by side. */
export const WeekRow = ({ person, look }: RowProps) => (
  <tr>
    <th scope="row" className={classes.person}>
      <span className={classes.name}>
        <PlannedPerson user={person.user} />
      </span>
    </th>
    <Days person={person} look={look} phone={false} />
  </tr>
);

/** A person above their days; their name opens what is planned, in words. */
export function PhoneRows({ person, look }: RowProps) {
  const t = useAttendanceT();
  const nameOf = usePersonName();
  const words = usePlanWords();
  const me = useMe();
  const { locale } = useIntl();
  const [open, setOpen] = useState(false);
  const planned = person.days.flatMap(({ date, plans }) => plans.map((plan) => ({ date, plan })));
  return (
    <tbody>
      <tr>
        <th scope="rowgroup" colSpan={7} className={classes.person}>
          {planned.length === 0 ? (
            <span className={classes.name}>
              <PlannedPerson user={person.user} />
            </span>
          ) : (
            <UnstyledButton className={classes.name} aria-expanded={open} onClick={() => setOpen(!open)}>
              <PlannedPerson user={person.user} leads={false} />
              <IconChevronRight size={14} className={classes.arrow} aria-hidden />
            </UnstyledButton>
          )}
        </th>
      </tr>
      <tr>
        <Days person={person} look={look} phone />
      </tr>
      {open && (
        <tr>
          <td colSpan={7} className={classes.told}>
            <Box component="ul" className={pieces.rows} p="2px 8px 6px" style={{ gap: 4 }}>
              {planned.map(({ date, plan }) => (
                <Group component="li" key={`${date} ${plan.id}`} wrap="nowrap" align="baseline" gap={8}>
                  <PlanMark type={plan.type} kind={plan.kind} />
                  <span>
                    {dayWords(locale, date)}: {words.placed([words.name(plan), words.fullTimes(plan)], plan).join(', ')}
                  </span>
                </Group>
              ))}
            </Box>
            {keepsAttendance(me) && (
              <PlansLink user={person.user}>{t('attendance.plans.of', { name: nameOf(person.user) })}</PlansLink>
            )}
          </td>
        </tr>
      )}
    </tbody>
  );
}
