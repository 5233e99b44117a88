import { Group, Menu, Progress, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { SmallButton } from '../../ui/buttons';
import { usePhone } from '../../ui/use-phone';
import type { ActivityAddress } from './activity-address';
import { useActivityT } from './activity-texts';
import { exportFormats } from './export-items';
import { useActivityExport } from './use-export';

interface ExportButtonProps {
  readonly address: ActivityAddress;
  readonly project: number | null;
  readonly total: number | undefined;
}

/** Exports the events that the filters let through, and shows how far it is. */
export function ExportButton({ address, project, total = 0 }: ExportButtonProps) {
  const t = useActivityT();
  const phone = usePhone();
  const { state, run, cancel } = useActivityExport(address, project);
  if (state !== null) {
    const { count, waiting } = state;
    const said = waiting
      ? t('activity.export.waiting', { count })
      : t('activity.export.running', { count, total: Math.max(count, total) });
    return (
      <Group gap={10} wrap="nowrap" miw={0}>
        <div>
          <Text fz={12.5} c="dimmed" lh={1.3} role="status">
            {said}
          </Text>
          <Progress
            size={3}
            mt={3}
            value={(100 * count) / Math.max(count, total, 1)}
            aria-label={t('activity.export')}
            color={waiting ? 'gray' : undefined}
          />
        </div>
        <SmallButton variant="default" flex="none" onClick={cancel}>
          {t('activity.export.cancel')}
        </SmallButton>
      </Group>
    );
  }
  return (
    <Menu position="bottom-end" withinPortal withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <SmallButton
          variant="default"
          px={phone ? 8 : undefined}
          leftSection={phone ? undefined : <IconDownload size={15} stroke={1.75} aria-hidden />}
          aria-label={t('activity.export.menu')}
        >
          {phone ? <IconDownload size={16} stroke={1.75} aria-hidden /> : t('activity.export.menu')}
        </SmallButton>
      </Menu.Target>
      <Menu.Dropdown>
        {exportFormats.map((format) => (
          <Menu.Item key={format} onClick={() => void run(format)}>
            {t(`activity.export.${format}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
