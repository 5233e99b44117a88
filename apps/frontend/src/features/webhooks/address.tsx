import { Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './webhooks.module.css';

/** The end of an address says more. */
const withoutProtocol = (url: string) => url.replace(/^https?:\/\//, '');

interface AddressProps {
  readonly url: string;
  readonly whole?: boolean;
  readonly children?: ReactNode;
}

/** An address, cut where it has no room unless it is shown as a whole. */
export const Address = ({ url, whole = false, children }: AddressProps) => (
  <Group component="span" wrap="nowrap" gap={4} miw={0} className={classes.address}>
    <Text
      span
      inherit
      ff="monospace"
      fz={12.5}
      miw={0}
      {...(whole ? { style: { overflowWrap: 'anywhere' } } : { truncate: true, title: url })}
    >
      {whole ? url : withoutProtocol(url)}
    </Text>
    {children}
  </Group>
);
