import type { WorkEntryAnswer } from '@gos/contract';
import { isFlagged } from '@gos/domain';
import { ActionIcon, Text, Tooltip, UnstyledButton } from '@mantine/core';
import { IconAlertTriangle, IconPlayerStopFilled } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useMemo, useState } from 'react';
import { durationText } from '../entities/task/duration';
import { useContractQuestion } from '../entities/work/asked-contract';
import { useReasonQuestion } from '../entities/work/asked-reason';
import { useWork } from '../entities/work/use-work';
import { activeWorkQuery, flaggedWorkQuery } from '../entities/work/work.api';
import { clockText, minutesAt } from '../entities/work/work-clock';
import { useT } from '../i18n';
import { type PaletteCommand, useCommands } from '../lib/commands';
import { timeZone } from '../lib/installation';
import pieces from '../ui/pieces.module.css';
import { useNow } from '../ui/use-now';
import classes from './active-work.module.css';
import { TodayWorked } from './today-worked';

const ContractDialog = lazy(() =>
  import('../features/work/contract-dialog').then((module) => ({ default: module.ContractDialog })),
);
const CorrectionReasonDialog = lazy(() =>
  import('../features/work/correction-reason-dialog').then((module) => ({ default: module.CorrectionReasonDialog })),
);
const MendDialog = lazy(() =>
  import('../features/work/mend-dialog').then((module) => ({ default: module.MendDialog })),
);

/** Returns an entry that looks forgotten, a running one first; null when there is none. */
function useForgottenWork(): WorkEntryAnswer | null {
  const now = useNow();
  const { data: active } = useQuery(activeWorkQuery);
  const { data: entries } = useQuery(flaggedWorkQuery);
  const running = active?.entry;
  if (running && isFlagged(running, new Date(now).toISOString(), timeZone())) return running;
  return entries?.find(({ flagged, to, deleted }) => flagged && to !== null && !deleted) ?? null;
}

/** Opens the dialog for the end of work that was never stopped. */
function Forgotten() {
  const t = useT();
  const entry = useForgottenWork();
  const [asked, setAsked] = useState<typeof entry>(null);
  const name = entry?.task.name ?? t('work.hidden-task');
  return (
    <>
      {entry !== null && (
        <Tooltip
          label={t(entry.to === null ? 'work.forgotten.help' : 'work.forgotten.ended', { name })}
          multiline
          maw={280}
        >
          <UnstyledButton className={classes.forgotten} onClick={() => setAsked(entry)}>
            <IconAlertTriangle size={15} stroke={1.75} aria-hidden />
            {t('work.forgotten')}
          </UnstyledButton>
        </Tooltip>
      )}
      <Suspense>{asked && <MendDialog key={asked.id} entry={asked} onClose={() => setAsked(null)} />}</Suspense>
    </>
  );
}

/** Shows the running work and its time; it keeps the same size while nothing runs. */
export function ActiveWork({ phone = false }: { readonly phone?: boolean }) {
  const t = useT();
  const { active, stop } = useWork();
  const now = useNow();
  const question = useContractQuestion();
  const correction = useReasonQuestion();
  const task = active?.entry.task;
  const name = task?.name ?? t('work.hidden-task');
  const running = active !== null && active !== undefined;
  useCommands(
    useMemo(
      (): readonly PaletteCommand[] =>
        running
          ? [{ id: 'work.stop', label: t('work.stop-of', { name }), group: t('work.active'), first: true, run: stop }]
          : [],
      [running, name, stop, t],
    ),
  );
  const { current, total } = active ? minutesAt(active, now) : { current: 0, total: 0 };
  const times = t('work.times', { current: durationText(current), total: durationText(total) });
  return (
    <>
      <div className={classes.work} data-phone={phone || undefined} data-running={running || undefined}>
        {running ? (
          <>
            <Tooltip label={t('work.stop')}>
              <ActionIcon
                flex="none"
                c="var(--gos-accent-text)"
                variant="light"
                size={phone ? 36 : 26}
                aria-label={t('work.stop-of', { name })}
                onClick={stop}
              >
                <IconPlayerStopFilled size={14} />
              </ActionIcon>
            </Tooltip>
            {task?.id ? (
              <Link
                to="."
                search={(previous: object) => ({ ...previous, taskId: task.id ?? undefined })}
                className={`${pieces.word} ${classes.task}`}
                title={name}
                aria-label={`${t('work.active')}: ${name}`}
              >
                {name}
              </Link>
            ) : (
              <span className={`${pieces.word} ${classes.task}`}>{name}</span>
            )}
            <span className={classes.times} title={times}>
              <span className={pieces.hidden}>{times}</span>
              <strong aria-hidden>{clockText(current)}</strong>
              <span aria-hidden className={pieces.nothing}>
                {clockText(total)}
              </span>
            </span>
          </>
        ) : (
          active === null && (
            <Text span inherit truncate c="dimmed" title={t('work.none.help')}>
              {t('work.none')}
            </Text>
          )
        )}
        <Forgotten />
        {!phone && <TodayWorked />}
      </div>
      <Suspense>{question && <ContractDialog key={question.task.id} question={question} />}</Suspense>
      <Suspense>{correction && <CorrectionReasonDialog question={correction} />}</Suspense>
    </>
  );
}
