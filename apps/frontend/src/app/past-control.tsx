import '@mantine/dates/styles.css';
import { type Day, instantOf, localDay } from '@gos/domain';
import { ActionIcon, Box, Group, Popover, Text, UnstyledButton } from '@mantine/core';
import { DatePicker, TimeInput } from '@mantine/dates';
import { IconHistoryToggle } from '@tabler/icons-react';
import 'dayjs/locale/cs';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { type MessageId, useT } from '../i18n';
import { timeZone } from '../lib/installation';
import { openMoment, pastMoment } from '../lib/past';
import { serverNow } from '../lib/server-clock';
import { SmallButton } from '../ui/buttons';
import classes from '../ui/fields/fields.module.css';
import { firstWeekday, fullMoment, timeOf } from '../ui/moment-format';

const hour = 3_600_000;
const day = 24 * hour;
const agos = [
  { label: 'past.ago.hour', ms: hour },
  { label: 'past.ago.day', ms: day },
  { label: 'past.ago.week', ms: 7 * day },
  { label: 'past.ago.month', ms: 30 * day },
  { label: 'past.ago.year', ms: 365 * day },
] as const satisfies readonly { readonly label: MessageId; readonly ms: number }[];

const instant = (ms: number) => new Date(ms).toISOString();

/** Chooses the moment that all screens show. */
function MomentChoice() {
  const t = useT();
  const { locale } = useIntl();
  const zone = timeZone();
  const [now] = useState(() => serverNow());
  const shown = pastMoment() ?? instant(now);
  const [date, setDate] = useState<Day | null>(localDay(shown, zone));
  const [time, setTime] = useState(timeOf(shown, zone));
  const typed = date === null || time === '' ? null : instantOf(date, time, zone);
  const isAhead = typed !== null && Date.parse(typed) > now;
  const isMoment = typed !== null && !isAhead;
  return (
    <div className={classes.deadline}>
      <ul className={classes.presets} aria-label={t('past.quick')}>
        {agos.map(({ label, ms }) => (
          <li key={label}>
            <UnstyledButton className={classes.preset} onClick={() => openMoment(instant(now - ms))}>
              {t(label)}
            </UnstyledButton>
          </li>
        ))}
      </ul>
      <Box p={10}>
        <DatePicker
          locale={locale}
          firstDayOfWeek={firstWeekday(locale)}
          weekendDays={[]}
          size="xs"
          value={date}
          maxDate={localDay(now, zone)}
          defaultDate={date ?? undefined}
          onChange={setDate}
          ariaLabels={{ nextMonth: t('task.calendar.next'), previousMonth: t('task.calendar.previous') }}
        />
        <Group wrap="nowrap" align="stretch" justify="flex-end" gap={8} mt={8}>
          <TimeInput
            size="xs"
            flex={1}
            value={time}
            onChange={(event) => setTime(event.currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return;
              event.preventDefault();
              if (isMoment) openMoment(typed);
            }}
            aria-label={t('past.time')}
          />
          <SmallButton disabled={!isMoment} onClick={() => isMoment && openMoment(typed)}>
            {t('past.show')}
          </SmallButton>
        </Group>
        <Text maw={230} mih={18} c={isAhead ? 'var(--gos-late)' : 'dimmed'} fz={12} lh={1.45} mt={6} role="status">
          {isAhead ? t('past.ahead') : typed !== null && fullMoment(locale, typed)}
        </Text>
      </Box>
    </div>
  );
}

interface PastControlProps {
  readonly opened: boolean;
  readonly onChange: (opened: boolean) => void;
}

/** The button of the top bar with which every screen is shown as of another moment. */
export function PastControl({ opened, onChange }: PastControlProps) {
  const t = useT();
  return (
    <Popover
      opened={opened}
      onChange={onChange}
      position="bottom-end"
      trapFocus
      returnFocus
      withinPortal
      withRoles={false}
      shadow="md"
    >
      <Popover.Target>
        <ActionIcon
          size={34}
          aria-label={t('past.open')}
          title={t('past.open')}
          aria-expanded={opened}
          aria-haspopup="dialog"
          aria-pressed={pastMoment() !== null}
          onClick={() => onChange(!opened)}
        >
          <IconHistoryToggle size={18} stroke={1.75} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown p={0} role="dialog" aria-label={t('past.open')}>
        <MomentChoice />
      </Popover.Dropdown>
    </Popover>
  );
}
