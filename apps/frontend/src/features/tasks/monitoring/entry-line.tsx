import type { WorkEntryAnswer } from '@gos/contract';
import { keepsAttendance, minutesBetween } from '@gos/domain';
import { ActionIcon, Group, Menu, Text, Tooltip } from '@mantine/core';
import { IconDots, IconInfoCircle } from '@tabler/icons-react';
import { useIntl } from 'react-intl';
import { durationText } from '../../../entities/task/duration';
import { moneyText } from '../../../entities/task/field-value';
import { Avatar } from '../../../entities/user/avatar';
import { PersonName, usePersonName } from '../../../entities/user/person-name';
import { useReader } from '../../../entities/user/use-reader';
import { spanText } from '../../../entities/work/span-text';
import { useWorkChanges } from '../../../entities/work/use-work';
import { useWorkT } from '../../../entities/work/work-texts';
import { timeZone } from '../../../lib/installation';
import pieces from '../../../ui/pieces.module.css';
import { useNow } from '../../../ui/use-now';
import { usePanelTask } from '../panel/panel-task';
import classes from './monitoring.module.css';
import type { DayPart } from './work-days';

function Mark({ text, help, calls }: { readonly text: string; readonly help?: string; readonly calls?: boolean }) {
  return (
    <span className={`${pieces.badge} ${classes.mark}`} data-calls={calls || undefined} title={help}>
      {text}
    </span>
  );
}

const marks = ['added', 'corrected', 'flagged'] as const;

/** Where it came from and what it counts for, by pointing, touching and by the keyboard. */
function Details({ entry, from }: { readonly entry: WorkEntryAnswer; readonly from: string }) {
  const t = useWorkT();
  const nameOf = usePersonName();
  const { locale } = useIntl();
  const unknown = t('work.tab.unknown');
  const details = [
    t('work.tab.details', {
      ip: entry.ip ?? unknown,
      project: entry.project?.name ?? unknown,
      contract: entry.contractId ?? unknown,
    }),
    ...(entry.cost === null ? [] : [t('work.tab.cost', { amount: moneyText(locale, entry.cost) })]),
  ].join(' · ');
  return (
    <Tooltip label={details} events={{ hover: true, focus: true, touch: true }} multiline maw={320}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={26}
        aria-label={`${t('work.tab.details-of', { person: nameOf(entry.user), from })}: ${details}`}
      >
        <IconInfoCircle size={15} stroke={1.75} />
      </ActionIcon>
    </Tooltip>
  );
}

interface EntryLineProps extends DayPart {
  readonly onCorrect: (entry: WorkEntryAnswer) => void;
}

export function EntryLine({ entry, minutes, onCorrect }: EntryLineProps) {
  const t = useWorkT();
  const nameOf = usePersonName();
  const { locale } = useIntl();
  const reader = useReader();
  const run = useWorkChanges();
  const now = useNow();
  const { past } = usePanelTask();
  const { from, to } = spanText(locale, entry, timeZone(), true);
  const deleted = entry.deleted === true;
  const running = entry.to === null;
  const mayChange = !past && entry.id > 0 && (entry.user.id === reader.id || keepsAttendance(reader));
  const shown = running ? Math.max(0, minutesBetween(entry.from, new Date(now).toISOString())) : minutes;
  const said = marks.filter((mark) => entry[mark]);
  const about = { person: nameOf(entry.user), from };
  return (
    <li className={classes.entry} data-deleted={deleted || undefined}>
      <Avatar person={entry.user} size={22} decorative />
      <span className={`${pieces.word} ${classes.person}`} title={nameOf(entry.user)}>
        <PersonName person={entry.user} />
      </span>
      <span className={`${pieces.digits} ${classes.span}`}>{`${from}–${to ?? ''}`}</span>
      <span className={`${pieces.digits} ${classes.minutes}`}>{durationText(shown)}</span>
      <Group component="span" wrap="nowrap" gap={0} justify="flex-end" className={classes.tools}>
        <Details entry={entry} from={from} />
        {mayChange && (
          <Menu position="bottom-end" withinPortal withInitialFocusPlaceholder={false}>
            <Menu.Target>
              <ActionIcon variant="subtle" color="gray" size={26} aria-label={t('work.tab.actions', about)}>
                <IconDots size={15} stroke={1.75} />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              {deleted ? (
                <Menu.Item onClick={() => void run({ type: 'restore', entry })}>{t('work.tab.bring-back')}</Menu.Item>
              ) : (
                <>
                  <Menu.Item onClick={() => onCorrect(entry)}>
                    {t(entry.flagged && !running ? 'work.tab.mend' : 'work.tab.correct')}
                  </Menu.Item>
                  {running ? (
                    entry.user.id === reader.id && (
                      <Menu.Item onClick={() => void run({ type: 'stop' })}>{t('work.stop')}</Menu.Item>
                    )
                  ) : (
                    <Menu.Item onClick={() => void run({ type: 'remove', entry })}>{t('work.tab.remove')}</Menu.Item>
                  )}
                </>
              )}
            </Menu.Dropdown>
          </Menu>
        )}
      </Group>
      {(said.length > 0 || running || entry.note !== null) && (
        <Group gap="4px 8px" mb={7} align="stretch" style={{ gridColumn: '2 / -1' }}>
          {running && <Mark text={t('work.tab.running')} />}
          {said.map((mark) => (
            <Mark
              key={mark}
              text={t(`work.tab.${mark}`)}
              help={t(`work.tab.${mark}.help`)}
              calls={mark === 'flagged'}
            />
          ))}
          {entry.note !== null && (
            <Text inherit c="dimmed" className={`${pieces.typed} ${classes.note}`}>
              {entry.note}
            </Text>
          )}
        </Group>
      )}
    </li>
  );
}
