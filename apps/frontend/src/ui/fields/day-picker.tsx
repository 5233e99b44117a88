import { type Day, localDay } from '@gos/domain';
import { Box } from '@mantine/core';
import { type ReactElement, useRef, useState } from 'react';
import { useIntl } from 'react-intl';
import { useT } from '../../i18n';
import { timeZone } from '../../lib/installation';
import { serverNow } from '../../lib/server-clock';
import { SmallButton } from '../buttons';
import { dayTexts } from '../day-text';
import { isShownDay, pickedDays } from '../shown-days';
import { CalendarPopover, type OpensCalendar } from './calendar-popover';
import { DaysCalendar } from './days-calendar';
import { readDay } from './typed-moment';
import { isTyped, WordsField } from './words-field';

interface DayChoiceProps {
  readonly value: Day | null;
  readonly onChange: (day: Day | null) => void;
  /** The first day that may be picked. */
  readonly first?: Day;
}

/** A calendar, in which a letter or digit begins a day in words. */
function DayChoice({ value, onChange, first = pickedDays.minDate }: DayChoiceProps) {
  const t = useT();
  const { locale } = useIntl();
  const field = useRef<HTMLInputElement>(null);
  const [month, setMonth] = useState(isShownDay(value) ? value : undefined);
  const [words, setWords] = useState('');
  const today = localDay(serverNow(), timeZone());
  const read = readDay(words, today);
  const typed = read !== null && read >= first && read <= pickedDays.maxDate ? read : null;
  const unread = words.trim() !== '' && typed === null;

  function write(text: string) {
    setWords(text);
    const day = readDay(text, today);
    if (day !== null) setMonth(day);
  }

  return (
    <Box
      onKeyDown={(event) => {
        if (isTyped(event) && !(event.target instanceof HTMLInputElement)) field.current?.focus();
      }}
    >
      <DaysCalendar
        value={typed ?? value}
        minDate={first}
        maxDate={pickedDays.maxDate}
        onChange={onChange}
        date={month}
        onDateChange={setMonth}
      />
      <Box mt={8}>
        <WordsField
          ref={field}
          label={t('day.words')}
          example={t('day.words.example')}
          value={words}
          onChange={write}
          onEnter={() => typed !== null && onChange(typed)}
          note={typed === null ? null : dayTexts.whole(locale, typed)}
          error={unread ? t(read === null ? 'day.words.unread' : 'day.words.outside') : null}
        />
      </Box>
      {value !== null && (
        <SmallButton variant="subtle" color="gray" fullWidth onClick={() => onChange(null)}>
          {t('task.day.clear')}
        </SmallButton>
      )}
    </Box>
  );
}

interface DayPickerProps extends DayChoiceProps {
  readonly label: string;
  readonly children: (props: OpensCalendar) => ReactElement;
}

export const DayPicker = ({ label, children, onChange, ...choice }: DayPickerProps) => (
  <CalendarPopover
    label={label}
    calendar={(close) => (
      <DayChoice
        {...choice}
        onChange={(day) => {
          onChange(day);
          close();
        }}
      />
    )}
  >
    {children}
  </CalendarPopover>
);
