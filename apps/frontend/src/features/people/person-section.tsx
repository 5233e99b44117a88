import { Group, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';

interface PersonSectionProps {
  readonly title: string;
  readonly children: ReactNode;
}

/** A part of the screen of a person. */
export const PersonSection = ({ title, children }: PersonSectionProps) => (
  <Stack component="section" gap={10} maw={760} mt={26} aria-label={title}>
    <Title order={2} fz={15} fw={700} lh="inherit">
      {title}
    </Title>
    {children}
  </Stack>
);

export const Paragraph = Text.withProps({ inherit: true, mb: 12 });
export const SmallNote = Text.withProps({ inherit: true, fz: 12.5, c: 'dimmed', style: { overflowWrap: 'anywhere' } });
export const Actions = Group.withProps({ gap: 8, mt: 6 });
