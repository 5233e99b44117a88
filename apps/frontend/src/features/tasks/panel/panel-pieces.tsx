import { Stack, Text, UnstyledButton } from '@mantine/core';
import type { ReactNode } from 'react';

/** A quiet line of its own. */
export const Note = Text.withProps({ c: 'dimmed', fz: 13, lh: 'inherit', m: '4px 0' });

/** Shows the rest of a list. */
export const MoreButton = UnstyledButton.withProps({ mih: 28, c: 'dimmed', fz: 12.5 });

interface PanelMessageProps {
  readonly titleId: string;
  readonly title: string;
  readonly role: 'status' | 'alert';
  readonly children: ReactNode;
}

/** Replaces the content of a task that cannot be shown. */
export const PanelMessage = ({ titleId, title, role, children }: PanelMessageProps) => (
  <Stack align="center" gap={12} p="96px 24px" c="dimmed" ta="center" role={role}>
    <Text component="h2" fz={15} fw={500} lh="inherit" id={titleId}>
      {title}
    </Text>
    {children}
  </Stack>
);
