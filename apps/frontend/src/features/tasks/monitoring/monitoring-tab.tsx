import type { WorkEntryAnswer } from '@gos/contract';
import { localDay } from '@gos/domain';
import { Box, Group, Progress, Skeleton, Stack, UnstyledButton } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { durationText } from '../../../entities/task/duration';
import { useReader } from '../../../entities/user/use-reader';
import { draftOf, emptyTime } from '../../../entities/work/time-draft';
import { TimeForm, type TypedTime } from '../../../entities/work/time-form';
import { useWorkChanges } from '../../../entities/work/use-work';
import { taskWorkQuery } from '../../../entities/work/work.api';
import { useWorkT, WorkTexts } from '../../../entities/work/work-texts';
import { timeZone } from '../../../lib/installation';
import { serverNow } from '../../../lib/server-clock';
import { SmallButton } from '../../../ui/buttons';
import { FailedLine } from '../../../ui/empty-state';
import { calendarDay } from '../../../ui/moment-format';
import pieces from '../../../ui/pieces.module.css';
import { useNow } from '../../../ui/use-now';
import { usePanelTask } from '../panel/panel-task';
import { EntryLine } from './entry-line';
import classes from './monitoring.module.css';
import { workDays } from './work-days';

const sumOf = (entries: readonly WorkEntryAnswer[]) => entries.reduce((sum, { minutes }) => sum + minutes, 0);

/** Worked time of all people and of the reader, compared with the estimate. */
function Totals({ entries }: { readonly entries: readonly WorkEntryAnswer[] }) {
  const t = useWorkT();
  const reader = useReader();
  const { task } = usePanelTask();
  const all = sumOf(entries);
  const mine = sumOf(entries.filter(({ user }) => user.id === reader.id));
  const { estimateMinutes } = task;
  const left = estimateMinutes === null ? 0 : estimateMinutes - all;
  return (
    <dl className={classes.totals}>
      <div>
        <dt>{t('work.tab.all')}</dt>
        <dd>{durationText(all)}</dd>
      </div>
      <div>
        <dt>{t('work.tab.mine')}</dt>
        <dd>{durationText(mine)}</dd>
      </div>
      {estimateMinutes !== null && (
        <Box flex={1} miw={150}>
          <dt>{t('work.tab.estimate')}</dt>
          <dd>
            {durationText(estimateMinutes)}{' '}
            <span data-over={left < 0 || undefined}>
              {left < 0
                ? t('work.tab.over', { time: durationText(-left) })
                : t('work.tab.left', { time: durationText(left) })}
            </span>
            <Progress
              value={Math.min(100, (all / Math.max(1, estimateMinutes)) * 100)}
              size={4}
              color={left < 0 ? 'var(--gos-late)' : 'var(--gos-accent)'}
              aria-label={t('task.panel.spent-share')}
            />
          </dd>
        </Box>
      )}
    </dl>
  );
}

/** Returns the changed parts of a typed time, or nothing. */
function changed(entry: WorkEntryAnswer, { from, to, note, contractId }: TypedTime) {
  return {
    ...(from !== entry.from && { from }),
    // Its end said again is an answer to whether it was forgotten.
    ...(to !== null && (to !== entry.to || entry.flagged) && { to }),
    ...(note !== entry.note && { note }),
    ...(contractId !== entry.contractId && { contractId }),
  };
}

type Asked = WorkEntryAnswer | 'new' | null;

function Form({ asked, onClose }: { readonly asked: Exclude<Asked, null>; readonly onClose: () => void }) {
  const t = useWorkT();
  const { task } = usePanelTask();
  const run = useWorkChanges();
  const zone = timeZone();
  const isNew = asked === 'new';
  async function send(time: TypedTime) {
    if (isNew) {
      const { from, to, note, contractId } = time;
      if (to === null) return null;
      const outcome = await run({ type: 'add', task, body: { from, to, note, contractId } }, { quiet: true });
      return outcome.ok ? null : outcome.problem;
    }
    const body = changed(asked, time);
    if (Object.keys(body).length === 0) return null;
    const outcome = await run({ type: 'change', entry: asked, body }, { quiet: true });
    return outcome.ok ? null : outcome.problem;
  }
  return (
    <TimeForm
      label={t(isNew ? 'work.form.add' : 'work.tab.correct')}
      start={isNew ? emptyTime(localDay(serverNow(), zone)) : draftOf(asked, zone)}
      entry={isNew ? null : asked}
      project={isNew ? task.project : asked.project}
      onSend={send}
      onClose={onClose}
    />
  );
}

function Entries() {
  const t = useWorkT();
  const { locale } = useIntl();
  const now = useNow();
  const { task, past, atMoment } = usePanelTask();
  const { data, isPending, isError, isFetching, refetch } = useQuery(taskWorkQuery(task.id));
  const [asked, setAsked] = useState<Asked>(null);
  const [showsDeleted, setShowsDeleted] = useState(false);
  const zone = timeZone();
  const present = data?.filter(({ deleted }) => !deleted) ?? [];
  const deleted = atMoment ? [] : (data?.filter((entry) => entry.deleted) ?? []);
  const allowed = task.can.work;
  const mayAdd = !past && (allowed === true || allowed === 'task.already-solved');
  const empty = data !== undefined && present.length === 0;
  return (
    <Stack gap={14} pt={14} fz={13}>
      {data && <Totals entries={present} />}
      {mayAdd && asked === null && (
        <Group gap="6px 12px">
          <SmallButton
            variant="default"
            leftSection={<IconPlus size={15} stroke={1.75} />}
            onClick={() => setAsked('new')}
          >
            {t('work.form.add')}
          </SmallButton>
          {allowed !== true && (
            <Box component="span" c="dimmed">
              {t('work.tab.only-span')}
            </Box>
          )}
        </Group>
      )}
      {asked !== null && <Form key={asked === 'new' ? 'new' : asked.id} asked={asked} onClose={() => setAsked(null)} />}
      {isPending && <Skeleton height={56} radius={7} />}
      {isError && data === undefined && (
        <FailedLine text={t('work.tab.failed')} busy={isFetching} onRetry={() => void refetch()} />
      )}
      {empty && (
        <Box component="p" m={0} c="dimmed">
          {t(mayAdd ? 'work.tab.empty' : 'work.tab.empty-view')}
        </Box>
      )}
      {workDays(present, zone).map(({ day, parts, minutes }) => (
        <section key={day} className={classes.day} aria-label={calendarDay(locale, day, now, t)}>
          <h3>
            {calendarDay(locale, day, now, t)}{' '}
            <span>{minutes > 0 && t('work.tab.day-total', { time: durationText(minutes) })}</span>
          </h3>
          <ul className={pieces.list}>
            {parts.map((part) => (
              <EntryLine key={part.entry.id} {...part} onCorrect={setAsked} />
            ))}
          </ul>
        </section>
      ))}
      {deleted.length > 0 && (
        <UnstyledButton
          mih={24}
          c="dimmed"
          fz={12.5}
          style={{ alignSelf: 'start' }}
          aria-expanded={showsDeleted}
          onClick={() => setShowsDeleted(!showsDeleted)}
        >
          {t('work.tab.deleted', { count: deleted.length })}
        </UnstyledButton>
      )}
      {showsDeleted && (
        <ul className={pieces.list}>
          {deleted.map((entry) => (
            <EntryLine key={entry.id} entry={entry} minutes={entry.minutes} onCorrect={setAsked} />
          ))}
        </ul>
      )}
    </Stack>
  );
}

/** Everybody's work on the task, to be added to and corrected. */
export const MonitoringTab = () => (
  <WorkTexts>
    <Entries />
  </WorkTexts>
);
