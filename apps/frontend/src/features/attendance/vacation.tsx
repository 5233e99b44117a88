import type { VacationBalance } from '@gos/contract';
import { localDay } from '@gos/domain';
import { Text } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { vacationQuery } from '../../entities/plan/plans.api';
import { timeZone } from '../../lib/installation';
import { SmallButton } from '../../ui/buttons';
import { Choice } from '../../ui/choice';
import { useNow } from '../../ui/use-now';
import { useAttendanceT } from './common/attendance-texts';
import { PartHead } from './part-head';
import classes from './plans.module.css';
import time from './time/time.module.css';
import type { Whom } from './time/use-whose';
import { VacationDialog } from './vacation-dialog';

function Sums({ balance }: { readonly balance: VacationBalance }) {
  const t = useAttendanceT();
  const { allowanceDays, carriedOverDays, usedDays, plannedDays, requestedDays, leftDays } = balance;
  const sums = [
    ['allowance', allowanceDays],
    ['carried-over', carriedOverDays === 0 ? null : carriedOverDays],
    ['used', usedDays],
    ['planned', plannedDays],
    ['requested', requestedDays === 0 ? null : requestedDays],
    ['left', leftDays],
  ] as const;
  return (
    <dl className={`${time.sums} ${classes.balance}`}>
      {sums.map(([name, days]) =>
        days === null ? null : (
          <div key={name}>
            <dt>{t(`attendance.vacation.${name}`)}</dt>
            <dd data-beyond={days < 0 || undefined}>{t('attendance.vacation.days', { days })}</dd>
          </div>
        ),
      )}
    </dl>
  );
}

interface VacationProps {
  readonly owner: Whom;
  /** Whether the reader sets the allowance. */
  readonly keeps: boolean;
}

/** A person's vacation of a year: the allowance, where one is set, and the days that are taken. */
export function Vacation({ owner, keeps }: VacationProps) {
  const t = useAttendanceT();
  const thisYear = Number(localDay(useNow(), timeZone()).slice(0, 4));
  const [chosen, setChosen] = useState<number | null>(null);
  const year = chosen ?? thisYear;
  const [editing, setEditing] = useState(false);
  const { data } = useQuery(vacationQuery(owner.id, year));
  const years = [thisYear - 1, thisYear, thisYear + 1].map(String);
  return (
    <section className={`${classes.list} ${classes.vacation}`} aria-labelledby="vacation">
      <PartHead id="vacation" title={t('attendance.vacation.title', { year: String(year) })}>
        <Choice
          label={t('attendance.vacation.year')}
          values={years}
          value={String(year)}
          text={(one) => one}
          onChange={(one) => setChosen(Number(one))}
        />
      </PartHead>
      {data !== undefined && (
        <>
          <Sums balance={data} />
          {data.leftDays !== null && data.leftDays < 0 && (
            <Text fz={12} c="var(--gos-late-text)">
              {t('attendance.vacation.beyond', { year: String(year), days: -data.leftDays })}
            </Text>
          )}
          {keeps && (
            <SmallButton
              variant="default"
              style={{ justifySelf: 'start' }}
              leftSection={<IconPencil size={15} aria-hidden />}
              onClick={() => setEditing(true)}
            >
              {t(data.allowanceDays === null ? 'attendance.vacation.set' : 'attendance.vacation.change')}
            </SmallButton>
          )}
          {editing && <VacationDialog balance={data} onClose={() => setEditing(false)} />}
        </>
      )}
    </section>
  );
}
