import type { ActivityItem } from '@gos/contract';
import { Menu } from '@mantine/core';
import { IconFilter } from '@tabler/icons-react';
import { useIntl } from 'react-intl';
import { useT } from '../../../i18n';
import { ChipButton } from '../../../ui/buttons';
import { type ActivityKind, activityKinds, kindMessages, kindOf } from './activity-kinds';
import { classes } from './panel-classes';

interface ActivityFilterProps {
  readonly items: readonly ActivityItem[];
  /** More than these, when there are earlier ones, of which nobody knows the kinds. */
  readonly total: number;
  readonly kind: ActivityKind | 'all';
  readonly onKind: (kind: ActivityKind | 'all') => void;
}

/** Offers only kinds of which there is something, or may be. */
export function ActivityFilter({ items, total, kind, onKind }: ActivityFilterProps) {
  const t = useT();
  const { formatNumber } = useIntl();
  const complete = items.length >= total;
  const counts = new Map<string, number>([['all', total]]);
  for (const item of items) {
    const found = kindOf(item);
    if (found !== undefined) counts.set(found, (counts.get(found) ?? 0) + 1);
  }
  const offered = (['all', ...activityKinds] as const).filter((one) => !complete || one === kind || counts.has(one));
  const countOf = (one: ActivityKind | 'all') =>
    complete || one === 'all'
      ? formatNumber(counts.get(one) ?? 0)
      : counts.has(one) && `${formatNumber(counts.get(one)!)}+`;
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
              {t(kindMessages[one])} <span className={classes.headingCount}>{countOf(one)}</span>
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  );
}
