import { Group, Text, Title } from '@mantine/core';
import type { ReactNode, RefObject } from 'react';
import { Card } from '../../ui/card';
import pieces from '../../ui/pieces.module.css';
import classes from './admin.module.css';

interface AdminSectionProps {
  readonly id: string;
  readonly title: ReactNode;
  readonly headingRef?: RefObject<HTMLHeadingElement | null>;
  readonly action?: ReactNode;
  /** A way back, above the title. */
  readonly back?: ReactNode;
  readonly whole?: boolean;
  readonly children: ReactNode;
}

/** A titled panel of an admin screen. */
export const AdminSection = ({ id, title, headingRef, action, back, whole, children }: AdminSectionProps) => (
  <Card component="section" className={classes.section} data-whole={whole} aria-labelledby={id}>
    {back}
    <Group justify="space-between" gap="6px 12px">
      <Title
        order={2}
        id={id}
        lh="30px"
        ref={headingRef}
        {...(headingRef && { tabIndex: -1, style: { outline: 'none' } })}
      >
        {title}
      </Title>
      {action}
    </Group>
    {children}
  </Card>
);

interface EntryProps {
  readonly title: ReactNode;
  readonly about: ReactNode;
  /** The box that chooses it. */
  readonly box?: ReactNode;
  readonly children?: ReactNode;
}

/** A line of a list of jobs, schedules, documents or events. */
export const Entry = ({ title, about, box, children }: EntryProps) => (
  <li className={classes.entry}>
    {box}
    <div>
      <Group component="span" justify="space-between" gap="2px 12px">
        <span className={classes.entryTitle}>{title}</span>
        <span className={pieces.nothing}>{about}</span>
      </Group>
      {children}
    </div>
  </li>
);

/** The text below a section's title. */
export const Note = Text.withProps({ inherit: true, fz: 13, m: '2px 0 8px' });

/** A remark below a list. */
export const Remark = Text.withProps({ inherit: true, fz: 12.5, mt: 8, c: 'dimmed' });
