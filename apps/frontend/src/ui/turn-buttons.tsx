import { ActionIcon, Group } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { ChipButton } from './buttons';

interface TurnButtonsProps {
  readonly previous: string;
  readonly now: string;
  readonly next: string;
  readonly turn: (by: 1 | -1) => void;
  readonly toNow: () => void;
  readonly isNow?: boolean;
  /** There is nothing before. */
  readonly isFirst?: boolean;
  /** There is nothing after. */
  readonly isLast?: boolean;
  readonly children?: ReactNode;
}

/** To the days before and after, and to those of now. */
export const TurnButtons = ({
  previous,
  now,
  next,
  turn,
  toNow,
  isNow,
  isFirst,
  isLast,
  children,
}: TurnButtonsProps) => (
  <Group wrap="nowrap" gap={4}>
    <ActionIcon variant="default" size={28} aria-label={previous} disabled={isFirst} onClick={() => turn(-1)}>
      <IconChevronLeft size={16} stroke={1.75} />
    </ActionIcon>
    <ChipButton variant="default" h={28} disabled={isNow} onClick={toNow}>
      {now}
    </ChipButton>
    <ActionIcon variant="default" size={28} aria-label={next} disabled={isLast} onClick={() => turn(1)}>
      <IconChevronRight size={16} stroke={1.75} />
    </ActionIcon>
    {children}
  </Group>
);
