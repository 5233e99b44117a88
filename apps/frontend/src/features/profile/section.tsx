import { type ReactNode, useId } from 'react';
import classes from './profile.module.css';

interface SectionProps {
  /** By it an address leads here. */
  readonly id: string;
  readonly title: string;
  /** What it is for, in a sentence. */
  readonly about?: ReactNode;
  readonly children: ReactNode;
}

/** One part of the profile. */
export function Section({ id, title, about, children }: SectionProps) {
  const titleId = useId();
  return (
    <section id={id} className={classes.section} aria-labelledby={titleId}>
      <h2 id={titleId}>{title}</h2>
      {about !== undefined && <p className={classes.about}>{about}</p>}
      {children}
    </section>
  );
}
