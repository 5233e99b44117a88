import { type CalendarPart, calendarParts } from '@gos/contract';
import { Group, Menu, Text } from '@mantine/core';
import { IconCalendarShare, IconEye } from '@tabler/icons-react';
import { useIntl } from 'react-intl';
import { type MessageId, useT } from '../../i18n';
import { SmallButton } from '../../ui/buttons';
import { Choice } from '../../ui/choice';
import { dayTexts } from '../../ui/day-text';
import pieces from '../../ui/pieces.module.css';
import { Chip, chosenText, Spacer, Toolbar } from '../../ui/toolbar';
import { TurnButtons } from '../../ui/turn-buttons';
import classes from './calendar.module.css';
import { calendarViews } from './calendar-address';
import type { CalendarState } from './use-calendar';

const partMessages = {
  given: 'calendar.show.given',
  solved: 'calendar.show.solved',
  participant: 'calendar.show.participant',
} as const satisfies Record<CalendarPart, MessageId>;

function ShowMenu({ show, setShow, phone }: Pick<CalendarState, 'show' | 'setShow'> & { readonly phone: boolean }) {
  const t = useT();
  const on = show.length < calendarParts.length;
  const names = show.length === 0 ? ['–'] : show.map((part) => t(partMessages[part]));
  const label = chosenText(t, t('calendar.show'), on ? names : []);
  return (
    <Menu withInitialFocusPlaceholder={false} position="bottom-end" withinPortal closeOnItemClick={false}>
      <Menu.Target>
        <Chip on={on} iconOnly={phone} leftSection={<IconEye size={15} stroke={1.75} />} aria-label={label}>
          {!phone && label}
        </Chip>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.CheckboxGroup
          value={[...show]}
          onChange={(next) => setShow(calendarParts.filter((part) => next.includes(part)))}
        >
          {calendarParts.map((part) => (
            <Menu.CheckboxItem key={part} value={part}>
              {t(partMessages[part])}
            </Menu.CheckboxItem>
          ))}
        </Menu.CheckboxGroup>
      </Menu.Dropdown>
    </Menu>
  );
}

interface CalendarHeadProps extends CalendarState {
  readonly phone: boolean;
  readonly onSubscribe: () => void;
}

/** Which days are shown, the ways to others, and what of them. */
export function CalendarHead({ address, days, count, answer, phone, onSubscribe, ...state }: CalendarHeadProps) {
  const t = useT();
  const { locale } = useIntl();
  const { view, date } = address;
  const title = view === 'month' ? dayTexts.month(locale, date) : dayTexts.range(locale, days);
  const controls = (
    <>
      <TurnButtons
        previous={t(`calendar.previous.${view}`)}
        now={t('calendar.today')}
        next={t(`calendar.next.${view}`)}
        turn={state.turn}
        isFirst={state.isFirst}
        isLast={state.isLast}
        toNow={state.toToday}
      />
      <Spacer />
      <Choice
        label={t('calendar.view')}
        values={calendarViews}
        value={view}
        text={(one) => t(`calendar.view.${one}`)}
        onChange={state.setView}
      />
      <ShowMenu show={state.show} setShow={state.setShow} phone={phone} />
    </>
  );
  return (
    <>
      <Group component="header" flex="none" gap={8} className={classes.head}>
        <Text component="h1" mr={8} fz={17} fw={650} lh="30px">
          <span className={pieces.hidden}>{t('nav.calendar')}:</span> {title}
        </Text>
        <div className={pieces.hidden} role="status">
          {!answer.isFetching && answer.isSuccess && `${title}: ${t('calendar.count', { count })}`}
        </div>
        {phone ? <Spacer /> : controls}
        <SmallButton
          variant="subtle"
          color="gray"
          px={phone ? 8 : 10}
          leftSection={<IconCalendarShare size={16} stroke={1.75} />}
          onClick={onSubscribe}
          aria-label={t('calendar.subscribe')}
          styles={phone ? { section: { margin: 0 } } : undefined}
        >
          {!phone && t('calendar.subscribe')}
        </SmallButton>
      </Group>
      {phone && <Toolbar label={t('calendar.view')}>{controls}</Toolbar>}
    </>
  );
}
