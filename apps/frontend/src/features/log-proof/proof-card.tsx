import { Group, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { Card } from '../../ui/card';
import classes from './log-proof.module.css';

interface ProofCardProps {
  readonly id: string;
  readonly title: string;
  readonly action?: ReactNode;
  readonly children: ReactNode;
}

/** A titled panel of the proof of the log. */
export const ProofCard = ({ id, title, action, children }: ProofCardProps) => (
  <Card component="section" className={classes.card} aria-labelledby={id}>
    <Group justify="space-between" gap="6px 12px">
      <Title order={2} id={id} lh="30px">
        {title}
      </Title>
      {action}
    </Group>
    {children}
  </Card>
);
