import { Text } from '@mantine/core';
import type { ReactNode } from 'react';

/** A fault of the installation, as wide as the screen. */
export const Problem = ({ children }: { readonly children: ReactNode }) => (
  <Text role="alert" data-whole inherit m="4px 0 10px" c="var(--gos-late-text)">
    {children}
  </Text>
);
