import { Switch } from '@mantine/core';
import { useMe } from '../../entities/user/users.api';
import { useProfileT } from './profile-texts';

interface RenewCalendarProps {
  readonly value: boolean;
  readonly onChange: (value: boolean) => void;
}

/** Offers to renew the address of the calendar feed too; nothing for a person whose feed is turned off. */
export function RenewCalendar({ value, onChange }: RenewCalendarProps) {
  const t = useProfileT();
  const { calendarUrl } = useMe();
  if (calendarUrl === null) return null;
  return (
    <Switch
      label={t('profile.calendar.renew')}
      description={t('profile.calendar.renew.about')}
      checked={value}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  );
}
