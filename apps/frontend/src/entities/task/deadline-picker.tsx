import { type Day, deadlineOfBoard, type Instant, localDay } from '@gos/domain';
import { Text, UnstyledButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, type ReactElement, useRef, useState } from 'react';
import { useIntl } from 'react-intl';
import { useT } from '../../i18n';
import { timeZone } from '../../lib/installation';
import { serverNow } from '../../lib/server-clock';
import { SmallButton } from '../../ui/buttons';
import { CalendarNote } from '../../ui/fields/calendar-note';
import { CalendarPopover, type OpensCalendar } from '../../ui/fields/calendar-popover';
import classes from '../../ui/fields/fields.module.css';
import { MomentCalendar } from '../../ui/fields/moment-calendar';
import { typedInstant } from '../../ui/fields/time-of-day';
import { readMoment } from '../../ui/fields/typed-moment';
import { isTyped, WordsField } from '../../ui/fields/words-field';
import { deadlineChoice, deadlineText, firstWeekday, fullMoment, timeOf } from '../../ui/moment-format';
import { isShownDay, pickedDays } from '../../ui/shown-days';
import { boardQuery } from '../board/boards.api';
import { deadlinePresets, endOfDay } from './deadline-presets';

/** Arrows lead through the quick deadlines, Tab past them. */
function leadThrough(event: KeyboardEvent<HTMLElement>) {
  const buttons = [...event.currentTarget.querySelectorAll('button')];
  const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
  const wanted = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: buttons.length - 1 }[event.key];
  if (wanted === undefined || at < 0) return;
  event.preventDefault();
  buttons[(wanted + buttons.length) % buttons.length]?.focus();
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
  readonly now: number;
  readonly onChoose: (deadline: Instant) => void;
}

/** A board without a date is there to say so. */
function BoardDeadline({ boardId, now, onChoose }: BoardDeadlineProps) {
  const t = useT();
  const { locale } = useIntl();
  const [refused, setRefused] = useState<string | null>(null);
  const { data: board, isError } = useQuery(boardQuery(boardId));
  if (isError) return null;
  function choose() {
    if (board === undefined) return;
    const deadline = deadlineOfBoard(board);
    if (typeof deadline === 'string') onChoose(deadline);
    else setRefused(t(deadline.refused));
  }
  return (
    <li className={classes.boardDeadline}>
      <UnstyledButton className={classes.preset} onClick={choose}>
        <span>{t('task.deadline.board')}</span>
        <span className={classes.presetDay}>{board?.deadline && deadlineText(locale, board.deadline, now, t)}</span>
      </UnstyledButton>
      <Text span display="block" px={8} c="var(--gos-late-text)" fz={12} lh="inherit" role="alert">
        {refused}
      </Text>
    </li>
  );
}

/** The quick deadlines of the specification next to a calendar with a time. */
function DeadlineChoice({ value, onChange, onDone, clearable = true, boardId }: DeadlineChoiceProps) {
  const t = useT();
  const { locale } = useIntl();
  const zone = timeZone();
  const [now] = useState(() => serverNow());
  const clock = { now, zone, firstWeekday: firstWeekday(locale) };
  const today = localDay(now, zone);
  const wholeDay = value !== null && timeOf(value, zone) === '23:59';
  const [day, setDay] = useState<Day | null>(value && localDay(value, zone));
  const [time, setTime] = useState(value === null || wholeDay ? '' : timeOf(value, zone));
  const [words, setWords] = useState('');
  const [unread, setUnread] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const typed = unread || day === null ? null : time === '' ? endOfDay(day, zone) : typedInstant(day, time, zone);
  const elsewhere = zone !== new Intl.DateTimeFormat().resolvedOptions().timeZone;

  function choose(deadline: Instant | null) {
    onChange(deadline);
    onDone();
  }

  const submit = () => typed !== null && choose(typed);

  function read(text: string) {
    const found = readMoment(text, { today, time: timeOf(new Date(now).toISOString(), zone) });
    setWords(text);
    setUnread(found === null && text.trim() !== '');
    if (found === null) return;
    setDay(found.day);
    setTime(found.time ?? '');
  }

  /** The calendar decides from now on. */
  function forgetWords() {
    setWords('');
    setUnread(false);
  }

  return (
    <MomentCalendar
      presetsLabel={t('task.deadline.quick')}
      onPresetsKeyDown={(event) => {
        leadThrough(event);
        if (isTyped(event)) field.current?.focus();
      }}
      words={
        <WordsField
          ref={field}
          label={t('task.deadline.words')}
          example={t('task.deadline.words.example')}
          value={words}
          onChange={read}
          onEnter={submit}
          note={typed === null ? null : fullMoment(locale, typed)}
          error={unread ? t('task.deadline.words.unread') : null}
        />
      }
      presets={
        <>
          {typeof boardId === 'number' && <BoardDeadline boardId={boardId} now={now} onChoose={choose} />}
          {deadlinePresets.map((preset) => {
            const at = preset.of(clock);
            return (
              <li key={preset.id}>
                <UnstyledButton className={classes.preset} onClick={() => choose(at)}>
                  <span>{t(preset.label, preset.values)}</span>
                  <span className={classes.presetDay}>{deadlineChoice(locale, at, now, t)}</span>
                </UnstyledButton>
              </li>
            );
          })}
        </>
      }
      date={day}
      onDate={(next) => {
        setDay(next);
        forgetWords();
      }}
      minDate={today}
      maxDate={pickedDays.maxDate}
      defaultDate={isShownDay(day) ? day : today}
      time={time}
      timeLabel={t('task.deadline.time')}
      onTime={(next) => {
        setTime(next);
        forgetWords();
      }}
      onEnter={submit}
      buttons={
        <>
          {clearable && value !== null && (
            <SmallButton variant="subtle" color="gray" onClick={() => choose(null)}>
              {t('task.deadline.clear')}
            </SmallButton>
          )}
          <SmallButton disabled={typed === null} onClick={submit}>
            {t('task.deadline.set')}
          </SmallButton>
        </>
      }
    >
      {elsewhere && <CalendarNote mt={6}>{t('task.deadline.zone', { zone })}</CalendarNote>}
    </MomentCalendar>
  );
}

interface DeadlinePickerProps extends Omit<DeadlineChoiceProps, 'onDone'> {
  readonly label: string;
  readonly children: (props: OpensCalendar) => ReactElement;
}

export function DeadlinePicker({ label, children, ...choice }: DeadlinePickerProps) {
  return (
    <CalendarPopover label={label} padding={0} calendar={(close) => <DeadlineChoice {...choice} onDone={close} />}>
      {children}
    </CalendarPopover>
  );
}
