import { Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';

/** A screen that only has something to say: an error, an address with nothing at it. */
export function ScreenMessage({
  title,
  text,
  alert = true,
  children,
}: {
  readonly title: string;
  readonly text: string;
  /** Announces the message to screen readers at once. */
  readonly alert?: boolean;
  readonly children?: ReactNode;
}) {
  return (
    <Stack align="center" gap={10} p="18vh 20px 40px" ta="center" role={alert ? 'alert' : undefined}>
      <Text component="h1" m={0} fz={20} fw={650} lh="inherit">
        {title}
      </Text>
      <Text c="dimmed" fz="inherit" lh="inherit" maw="44ch">
        {text}
      </Text>
      {children && (
        <Group justify="center" gap={8} mt={8}>
          {children}
        </Group>
      )}
    </Stack>
  );
}
