import '@mantine/dates/styles.css';
import { type Day, deadlineOfBoard, type Instant } from '@gos/domain';
import { Popover, UnstyledButton } from '@mantine/core';
import { DatePicker, TimeInput } from '@mantine/dates';
import { useQuery } from '@tanstack/react-query';
import { SmallButton } from './buttons';
import 'dayjs/locale/cs';
import { type ReactElement, useState } from 'react';
import { useIntl } from 'react-intl';
import { dayText, deadlineText, firstWeekday, isWholeDay } from '../../../components/task/moment-format';
import { useT } from '../../../i18n';
import { boardQuery } from '../../boards/boards.api';
import { deadlinePresets, endOfDay } from '../deadline-presets';
import { useRefusal } from '../use-refusal';
import classes from './fields.module.css';

const two = (part: number) => String(part).padStart(2, '0');

export function dayOf(date: Date): Day {
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

const timeOf = (date: Date) => `${two(date.getHours())}:${two(date.getMinutes())}`;

/** The moment of a day and a time on the reader's clock; no time means the whole day. */
function momentOf(day: Day, time: string): Instant {
  const [year, month, date] = day.split('-').map(Number);
  const at = endOfDay(new Date(year!, month! - 1, date!));
  const [hours, minutes] = time.split(':').map(Number);
  if (time !== '') at.setHours(hours!, minutes!, 0, 0);
  return at.toISOString();
}

interface DeadlineChoiceProps {
  readonly value: Instant | null;
  readonly onChange: (deadline: Instant | null) => void;
  readonly onDone: () => void;
  readonly clearable?: boolean;
  /** The board of the task, whose deadline may be taken over. */
  readonly boardId?: number | null;
}

interface BoardDeadlineProps {
  readonly boardId: number;
  readonly now: Date;
  readonly onChoose: (deadline: Instant) => void;
}

/** A board without a date is there to say so. */
function BoardDeadline({ boardId, now, onChoose }: BoardDeadlineProps) {
  const t = useT();
  const refusal = useRefusal();
  const { locale } = useIntl();
  const [refused, setRefused] = useState<string | null>(null);
  const { data: board, isError } = useQuery(boardQuery(boardId));
  if (isError) return null;
  function choose() {
    if (board === undefined) return;
    const deadline = deadlineOfBoard(board);
    if (typeof deadline === 'string') onChoose(deadline);
    else setRefused(refusal(deadline.refused));
  }
  return (
    <li className={classes.boardDeadline}>
      <UnstyledButton className={classes.preset} onClick={choose}>
        <span>{t('task.deadline.board')}</span>
        <span className={classes.presetDay}>
          {board?.deadline && deadlineText(locale, board.deadline, now.getTime(), t)}
        </span>
      </UnstyledButton>
      <span role="alert" className={classes.refused}>
        {refused}
      </span>
    </li>
  );
}

/** The quick deadlines of the specification beside a calendar with a time. */
export function DeadlineChoice({ value, onChange, onDone, clearable = true, boardId }: DeadlineChoiceProps) {
  const t = useT();
  const { locale } = useIntl();
  const [now] = useState(() => new Date());
  const chosen = value === null ? null : new Date(value);
  const [day, setDay] = useState<Day | null>(chosen && dayOf(chosen));
  const [time, setTime] = useState(chosen && !isWholeDay(chosen) ? timeOf(chosen) : '');

  function choose(deadline: Instant | null) {
    onChange(deadline);
    onDone();
  }

  return (
    <div className={classes.deadline}>
      <ul className={classes.presets} aria-label={t('task.deadline.quick')}>
        {typeof boardId === 'number' && <BoardDeadline boardId={boardId} now={now} onChoose={choose} />}
        {deadlinePresets.map((preset) => {
          const at = preset.of(now);
          return (
            <li key={preset.id}>
              <UnstyledButton className={classes.preset} onClick={() => choose(at.toISOString())}>
                <span>{t(preset.label, preset.values)}</span>
                <span className={classes.presetDay}>
                  {preset.id.startsWith('hours')
                    ? deadlineText(locale, at.toISOString(), now.getTime(), t)
                    : dayText(locale, at, now.getTime())}
                </span>
              </UnstyledButton>
            </li>
          );
        })}
      </ul>
      <div className={classes.calendar}>
        <DatePicker
          locale={locale}
          firstDayOfWeek={firstWeekday(locale)}
          weekendDays={[]}
          size="xs"
          value={day}
          minDate={dayOf(now)}
          defaultDate={day ?? dayOf(now)}
          onChange={(next) => setDay(next)}
          ariaLabels={{
            nextMonth: t('task.calendar.next'),
            previousMonth: t('task.calendar.previous'),
            monthLevelControl: t('task.calendar.months'),
            yearLevelControl: t('task.calendar.years'),
          }}
        />
        <div className={classes.timeRow}>
          <TimeInput
            size="xs"
            value={time}
            onChange={(event) => setTime(event.currentTarget.value)}
            aria-label={t('task.deadline.time')}
          />
          {clearable && value !== null && (
            <SmallButton variant="subtle" color="gray" onClick={() => choose(null)}>
              {t('task.deadline.clear')}
            </SmallButton>
          )}
          <SmallButton disabled={day === null} onClick={() => day !== null && choose(momentOf(day, time))}>
            {t('task.deadline.set')}
          </SmallButton>
        </div>
      </div>
    </div>
  );
}

interface DeadlinePickerProps extends Omit<DeadlineChoiceProps, 'onDone'> {
  readonly label: string;
  readonly children: (props: { readonly onClick: () => void; readonly 'aria-expanded': boolean }) => ReactElement;
}

export function DeadlinePicker({ label, children, ...choice }: DeadlinePickerProps) {
  const [opened, setOpened] = useState(false);
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="bottom-start"
      trapFocus
      returnFocus
      withinPortal
      shadow="md"
    >
      <Popover.Target>{children({ onClick: () => setOpened(!opened), 'aria-expanded': opened })}</Popover.Target>
      <Popover.Dropdown p={0} aria-label={label}>
        <DeadlineChoice {...choice} onDone={() => setOpened(false)} />
      </Popover.Dropdown>
    </Popover>
  );
}
