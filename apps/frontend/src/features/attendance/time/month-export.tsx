import type { AttendanceMonth } from '@gos/contract';
import { Button, Group, Menu, Progress } from '@mantine/core';
import { IconDownload, IconPrinter, IconUsers } from '@tabler/icons-react';
import { SmallButton } from '../../../ui/buttons';
import { CompareItem, useComparing } from '../../../ui/compare-item';
import pieces from '../../../ui/pieces.module.css';
import { usePhone } from '../../../ui/use-phone';
import { firstOf } from './month-address';
import { useTimeT } from './time-texts';
import { useMonthExport } from './use-month-export';

interface MonthExportProps {
  readonly month: AttendanceMonth;
  readonly own: boolean;
  readonly everybody: boolean;
}

/** The month as a file or on paper. */
export function MonthExport({ month, own, everybody }: MonthExportProps) {
  const t = useTimeT();
  const phone = usePhone();
  const compared = {
    kind: 'month',
    id: firstOf(month).slice(0, 7),
    userId: own ? undefined : month.userId,
  } as const;
  useComparing(compared);
  const { share, one, all, cancel } = useMonthExport(month);
  if (share !== null) {
    return (
      <Group wrap="nowrap" gap={8} fz={12.5} className={pieces.count} role="status">
        <span>{t('time.export.running', { percent: Math.round(share * 100) })}</span>
        <Progress value={Math.round(share * 100)} size="sm" w={90} aria-label={t('time.export.everybody')} />
        <Button variant="subtle" size="xs" onClick={cancel}>
          {t('task.action.cancel')}
        </Button>
      </Group>
    );
  }
  const icon = <IconDownload size={16} stroke={1.75} />;
  return (
    <Menu position="bottom-end" withinPortal withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <SmallButton
          variant="default"
          leftSection={phone ? undefined : icon}
          aria-label={t('time.export')}
          px={phone ? 9 : 12}
        >
          {phone ? icon : t('time.export')}
        </SmallButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={icon} onClick={() => one(month)}>
          {t('time.export.month')}
        </Menu.Item>
        {everybody && (
          <Menu.Item leftSection={<IconUsers size={16} stroke={1.75} />} onClick={() => all()}>
            {t('time.export.all')}
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconPrinter size={16} stroke={1.75} />} onClick={() => window.print()}>
          {t('time.export.print')}
        </Menu.Item>
        <Menu.Divider />
        <CompareItem thing={compared} />
      </Menu.Dropdown>
    </Menu>
  );
}
