import type { Instant } from '@gos/domain';
import { Group } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useIntl } from 'react-intl';
import { SmallButton } from '../../ui/buttons';
import { CalendarPopover } from '../../ui/fields/calendar-popover';
import { PastMoment } from '../../ui/fields/past-moment';
import { fullMoment } from '../../ui/moment-format';
import { Toolbar } from '../../ui/toolbar';
import type { Compared } from './compare.api';
import { useCompareT } from './compare-texts';

interface MomentButtonProps {
  readonly label: string;
  readonly value: Instant;
  readonly onChange: (moment: Instant) => void;
}

function MomentButton({ label, value, onChange }: MomentButtonProps) {
  const t = useCompareT();
  const { locale } = useIntl();
  return (
    <CalendarPopover
      label={label}
      padding={0}
      calendar={(close) => (
        <PastMoment
          value={value}
          now={t('compare.now')}
          submit={t('past.show')}
          onChange={(moment) => {
            close();
            onChange(moment);
          }}
        />
      )}
    >
      {(opens) => (
        <SmallButton {...opens} variant="default" aria-label={`${label}: ${fullMoment(locale, value)}`}>
          {fullMoment(locale, value)}
        </SmallButton>
      )}
    </CalendarPopover>
  );
}

/** Chooses both moments; the earlier one is always the first. */
export function ComparedMoments({ thing: { kind, id, userId, from, to } }: { readonly thing: Compared }) {
  const t = useCompareT();
  const navigate = useNavigate();
  function change(...moments: [Instant, Instant]) {
    const [first, second] = moments.sort((a, b) => Date.parse(a) - Date.parse(b));
    void navigate({
      to: '/compare/$kind/$id',
      params: { kind, id: String(id) },
      search: { userId, from: first, to: second },
    });
  }
  return (
    <Toolbar label={t('past.quick')}>
      <Group gap={8}>
        <MomentButton label={t('compare.first')} value={from} onChange={(moment) => change(moment, to)} />
        <IconArrowRight size={15} stroke={1.75} aria-hidden />
        <MomentButton label={t('compare.second')} value={to} onChange={(moment) => change(from, moment)} />
      </Group>
    </Toolbar>
  );
}
