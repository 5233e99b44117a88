import { UnstyledButton } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import type { ComponentPropsWithRef } from 'react';
import { type MessageId, useT } from '../i18n';
import classes from './shell.module.css';

export function TopButton({ label, ...props }: ComponentPropsWithRef<'button'> & { readonly label: MessageId }) {
  const t = useT();
  return (
    <UnstyledButton {...props} className={classes.topButton}>
      {t(label)}
      <IconChevronDown size={14} stroke={1.75} aria-hidden />
    </UnstyledButton>
  );
}
