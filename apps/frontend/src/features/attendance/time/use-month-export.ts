import { type AttendanceMonth, attendanceRoutes } from '@gos/contract';
import { absenceKinds } from '@gos/domain';
import { tableOf } from '@gos/domain/kernel/tables';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useIntl } from 'react-intl';
import { settingsQuery } from '../../../entities/installation/settings.api';
import { usePersonName } from '../../../entities/user/person-name';
import { downloadCsv } from '../../../lib/csv';
import { timeZone } from '../../../lib/installation';
import { type QueryOf, request } from '../../../lib/request';
import { dayTexts } from '../../../ui/day-text';
import { showProblem } from '../../../ui/toast';
import { firstOf, type MonthOfYear } from './month-address';
import { monthCsv } from './month-csv';
import { roundedMonth, stepOf, useExportStep } from './rounded-month';
import { useTimeT } from './time-texts';

const pageSize = 25;

/** The people whose months are read, in which order. */
type Selected = Pick<
  QueryOf<typeof attendanceRoutes.months>,
  'user' | 'sort' | 'q' | 'position' | 'missing' | 'closed'
>;

/** Everybody's month, page after page; a person who moved between two pages is there once. */
async function allMonths(
  { month, year }: MonthOfYear,
  selected: Selected,
  signal: AbortSignal,
  onShare: (share: number) => void,
) {
  const months = new Map<number, AttendanceMonth>();
  for (let page = 1; ; page++) {
    const query = { month, year, page, pageSize, ...selected };
    const answer = await request(attendanceRoutes.months, { query, signal });
    for (const one of answer.items) months.set(one.userId, one);
    onShare(answer.total === 0 ? 1 : Math.min(1, (page * pageSize) / answer.total));
    if (page * pageSize >= answer.total) return [...months.values()];
  }
}

/**
 * A month as a file or on paper: one person's, or that of several people, which takes a while and can be given up.
 * @param everybody the people of `all` and `print` unless others are named
 */
export function useMonthExport(asked: MonthOfYear, everybody: Selected = {}) {
  const t = useTimeT();
  const { locale } = useIntl();
  const person = usePersonName();
  const client = useQueryClient();
  const step = useExportStep();
  const [share, setShare] = useState<number | null>(null);
  const [printed, setPrinted] = useState<readonly AttendanceMonth[] | null>(null);
  const onPrinted = useCallback(() => setPrinted(null), []);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  /** @param step minutes to which the times are rounded, which the file says */
  function save(months: readonly AttendanceMonth[], whose: string, step: number) {
    const note = (header: string) => (step === 0 ? header : `${header}, ${t('time.csv.rounded', { minutes: step })}`);
    const rounded = months.map((month) => roundedMonth(month, step));
    const csv = monthCsv(rounded, {
      headers: {
        person: t('time.person'),
        date: t('time.day'),
        holiday: t('time.holiday'),
        planned: note(t('time.csv.planned')),
        break: note(t('time.csv.break')),
        absence: t('time.csv.absence'),
        'absence-days': t('time.csv.absence-days'),
        worked: note(t('time.csv.worked')),
        'task-id': t('time.csv.task-id'),
        task: t('time.task'),
        project: t('task.field.project'),
        contract: t('work.form.contract'),
        adjustment: note(t('time.csv.adjustment')),
        'adjusted-from': t('time.csv.adjusted-from'),
        'adjusted-to': t('time.csv.adjusted-to'),
        'adjusted-by': t('time.csv.adjusted-by'),
        'adjusted-on': t('time.csv.adjusted-on'),
        'adjusted-for': t('time.csv.adjusted-for'),
        overtime: note(t('time.csv.overtime')),
      },
      hidden: t('work.hidden-task'),
      kinds: tableOf(absenceKinds, (kind) => t(`plan.kind.${kind}`)),
      person,
      locale,
      zone: timeZone(),
    });
    downloadCsv(`${t('nav.attendance')} ${dayTexts.month(locale, firstOf(asked))} – ${whose}`, csv);
  }

  async function read(selected: Selected, use: (months: readonly AttendanceMonth[], step: number) => void) {
    const controller = new AbortController();
    running.current = controller;
    setShare(0);
    try {
      const onShare = (next: number) => !controller.signal.aborted && setShare(next);
      const months = await allMonths(asked, selected, controller.signal, onShare);
      const { exportRounding } = await client.ensureQueryData(settingsQuery);
      if (!controller.signal.aborted) use(months, stepOf(exportRounding.value));
    } catch (error) {
      if (!controller.signal.aborted) showProblem(error, t('time.failed'));
    } finally {
      if (running.current === controller) setShare(null);
    }
  }
  return {
    /** how much of it is there, 0 to 1; null while nothing is exported */
    share,
    one: (month: AttendanceMonth) => save([month], person(month.user), step),
    all: (selected: Selected = everybody) =>
      void read(selected, (months, rounding) =>
        save(months, months.length === 1 ? person(months[0]!.user) : t('time.export.everybody'), rounding),
      ),
    print: (selected: Selected = everybody) => void read(selected, setPrinted),
    /** the months that go on paper now */
    printed,
    onPrinted,
    cancel() {
      running.current?.abort();
      setShare(null);
    },
  };
}

export type MonthExportState = ReturnType<typeof useMonthExport>;
