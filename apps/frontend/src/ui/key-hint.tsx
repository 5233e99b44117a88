import { Kbd } from '@mantine/core';

/** The key on a button that does the same. */
export const KeyHint = ({ children }: { readonly children: string }) => (
  <Kbd px={4} py={0} bd={0} bg="rgb(0 0 0 / 8%)" c="inherit" ff="inherit" fz={10.5} fw={500} lh="16px">
    {children}
  </Kbd>
);
