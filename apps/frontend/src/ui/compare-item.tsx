import type { Instant } from '@gos/domain';
import { Menu } from '@mantine/core';
import { IconArrowsDiff } from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useT } from '../i18n';
import { type PaletteCommand, useCommands } from '../lib/commands';
import { type ComparedThing, comparisonAddress } from '../lib/comparison';
import { leave } from '../lib/leave';
import { pastMoment } from '../lib/past';

const linkTo = ({ kind, id, userId }: ComparedThing, from?: Instant) =>
  ({ to: '/compare/$kind/$id', params: { kind, id: String(id) }, search: { userId, from } }) as const;

interface CompareItemProps {
  readonly thing: ComparedThing;
  /** The moment of the thing that is shown, if the page shows the present. */
  readonly from?: Instant | undefined;
}

/** The item of a menu that compares two moments. In the past it leads out of it, so the page is loaded again. */
export function CompareItem({ thing, from }: CompareItemProps) {
  const t = useT();
  return (
    <Menu.Item
      renderRoot={(props) =>
        pastMoment() === null ? (
          <Link {...props} {...linkTo(thing, from)} />
        ) : (
          <a {...props} href={comparisonAddress(thing)} />
        )
      }
      leftSection={<IconArrowsDiff size={15} stroke={1.75} />}
    >
      {t(`compare.open.${thing.kind}`)}
    </Menu.Item>
  );
}

/** The command of the palette that compares two moments. */
export function useCompareCommand(thing: ComparedThing | null): PaletteCommand | null {
  const t = useT();
  const navigate = useNavigate();
  const { kind, id, userId } = thing ?? {};
  return useMemo(() => {
    if (kind === undefined || id === undefined) return null;
    const compared = { kind, id, userId };
    return {
      id: `compare-${kind}`,
      label: t(`compare.open.${kind}`),
      run: () => {
        if (pastMoment() === null) void navigate(linkTo(compared));
        else leave.to(comparisonAddress(compared));
      },
    };
  }, [kind, id, userId, navigate, t]);
}

/** Registers the command while the component is there. */
export function useComparing(thing: ComparedThing | null): void {
  const command = useCompareCommand(thing);
  useCommands(useMemo(() => (command === null ? [] : [command]), [command]));
}
