import { ActionIcon, Popover } from '@mantine/core';
import { IconHistoryToggle } from '@tabler/icons-react';
import { useT } from '../i18n';
import { openMoment, pastMoment } from '../lib/past';
import { PastMoment } from '../ui/fields/past-moment';

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
        <PastMoment value={pastMoment()} submit={t('past.show')} onChange={openMoment} />
      </Popover.Dropdown>
    </Popover>
  );
}
