import type { AttendanceComment, AttendanceLog } from '@gos/contract';
import { localDay } from '@gos/domain';
import { Box, Drawer } from '@mantine/core';
import { useIntl } from 'react-intl';
import { ActivitySentence } from '../../../entities/task/activity-sentence';
import { MentionedText } from '../../../entities/user/mentioned-text';
import { timeZone } from '../../../lib/installation';
import { dayTexts } from '../../../ui/day-text';
import pieces from '../../../ui/pieces.module.css';
import { Muted } from '../../../ui/quiet-text';
import classes from './day.module.css';
import time from './time.module.css';
import { useTimeT } from './time-texts';
import { WorkedTask } from './worked-task';

export function Logs({
  logs,
  withDay = false,
}: {
  readonly logs: readonly AttendanceLog[];
  readonly withDay?: boolean;
}) {
  const { locale } = useIntl();
  return (
    <ul className={`${pieces.rows} ${classes.logs}`}>
      {logs.map((log) => (
        <li key={log.id}>
          <span className={`${pieces.count} ${classes.at}`}>
            {withDay && `${dayTexts.short(locale, localDay(log.at, timeZone()))} `}
            {dayTexts.time(locale, log.at, timeZone())}
          </span>
          <span>
            <ActivitySentence item={log} brief /> <WorkedTask task={log.task} />
          </span>
        </li>
      ))}
    </ul>
  );
}

interface DaySheetProps {
  readonly title: string;
  readonly comments: readonly AttendanceComment[];
  readonly logs: readonly AttendanceLog[];
  readonly onClose: () => void;
}

/** Shows the person's comments and changes of that day. */
export function DaySheet({ title, comments, logs, onClose }: DaySheetProps) {
  const t = useTimeT();
  const { locale } = useIntl();
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size={460}
      title={title}
      closeButtonProps={{ 'aria-label': t('app.close') }}
    >
      <Box component="section" mb={24} className={time.sheetPart}>
        <h3>{t('time.comments')}</h3>
        {comments.length === 0 && <Muted>{t('time.comments.none')}</Muted>}
        <ul className={`${pieces.rows} ${classes.logs}`}>
          {comments.map(({ at, task, text, entryId }) => (
            <li key={`${at} ${entryId} ${task.id}`}>
              <span className={`${pieces.count} ${classes.at}`}>{dayTexts.time(locale, at, timeZone())}</span>
              <span>
                <WorkedTask task={task} />
                <span style={{ display: 'block', whiteSpace: 'pre-wrap' }}>
                  <MentionedText text={text} />
                </span>
              </span>
            </li>
          ))}
        </ul>
      </Box>
      <Box component="section" mb={24} className={time.sheetPart}>
        <h3>{t('time.logs')}</h3>
        {logs.length === 0 ? <Muted>{t('time.logs.none')}</Muted> : <Logs logs={logs} />}
      </Box>
    </Drawer>
  );
}
