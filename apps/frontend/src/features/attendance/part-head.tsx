import { Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';

interface PartHeadProps {
  readonly id: string;
  readonly title: string;
  readonly children: ReactNode;
}

/** The head of a part of the plans: its title, and its controls. */
export const PartHead = ({ id, title, children }: PartHeadProps) => (
  <Group component="header" justify="space-between" gap="6px 12px">
    <Text component="h2" id={id} fz={15} fw={650} lh="inherit">
      {title}
    </Text>
    {children}
  </Group>
);
