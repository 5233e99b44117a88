import type { ActivityItem } from '@gos/contract';
import { Menu } from '@mantine/core';
import { IconFilter } from '@tabler/icons-react';
import { useT } from '../../../i18n';
import { ChipButton } from '../../../ui/buttons';
import { type ActivityKind, activityKinds, kindMessages, kindOf } from './activity-kinds';
import { classes } from './panel-classes';

interface ActivityFilterProps {
  readonly items: readonly ActivityItem[];
  readonly kind: ActivityKind | 'all';
  readonly onKind: (kind: ActivityKind | 'all') => void;
}

/** Offers only kinds of which there is something. */
export function ActivityFilter({ items, kind, onKind }: ActivityFilterProps) {
  const t = useT();
  const counts = new Map<string, number>([['all', items.length]]);
  for (const item of items) {
    const found = kindOf(item);
    if (found !== undefined) counts.set(found, (counts.get(found) ?? 0) + 1);
  }
  const offered = (['all', ...activityKinds] as const).filter((one) => one === kind || (counts.get(one) ?? 0) > 0);
  if (offered.length < 3) return null;
  return (
    <Menu withInitialFocusPlaceholder={false} position="bottom-end" withinPortal width={200}>
      <Menu.Target>
        <ChipButton
          variant={kind === 'all' ? 'subtle' : 'default'}
          color="gray"
          leftSection={<IconFilter size={14} stroke={1.75} />}
          aria-label={t('task.activity.filter', { kind: t(kindMessages[kind]) })}
        >
          {t(kindMessages[kind])}
        </ChipButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.RadioGroup value={kind} onChange={(next) => onKind(next as ActivityKind | 'all')}>
          {offered.map((one) => (
            <Menu.RadioItem key={one} value={one} closeMenuOnClick>
              {t(kindMessages[one])} <span className={classes.headingCount}>{counts.get(one) ?? 0}</span>
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  );
}
