import { Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { useT } from '../i18n';
import { SmallButton } from './buttons';
import classes from './instead.module.css';

/** Replaces the rows of an empty list: the reason and the next step. */
export const EmptyState = ({ children }: { readonly children: ReactNode }) => (
  <div className={classes.instead}>{children}</div>
);

interface FailedProps {
  readonly text: string;
  readonly busy: boolean;
  readonly onRetry: () => void;
}

/** Replaces rows that could not be loaded. */
export function Failed({ text, busy, onRetry }: FailedProps) {
  const t = useT();
  return (
    <div className={classes.instead} role="alert">
      <p>{text}</p>
      <SmallButton variant="default" onClick={onRetry} loading={busy}>
        {t('app.error.retry')}
      </SmallButton>
    </div>
  );
}

/** The same in a line, where a part of a screen could not be loaded. */
export function FailedLine({ text, busy, onRetry }: FailedProps) {
  const t = useT();
  return (
    <Group component="p" gap="6px 10px" m="6px 0" c="dimmed" fz={13} role="alert">
      {text}
      <SmallButton variant="default" onClick={onRetry} loading={busy}>
        {t('app.error.retry')}
      </SmallButton>
    </Group>
  );
}
