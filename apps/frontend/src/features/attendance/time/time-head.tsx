import type { ReactNode } from 'react';
import { PersonLabel } from '../../../entities/user/avatar';
import { DaysHead } from '../../../ui/screen';
import { Spring } from '../../../ui/toolbar';
import classes from './time.module.css';
import type { Whose } from './use-whose';

/** On a phone the filter says it. */
export const WhoseLabel = ({ person }: Pick<Whose, 'person'>) => (
  <span className={classes.whose}>
    <PersonLabel person={person} />
  </span>
);

interface TimeHeadProps {
  readonly screen: string;
  /** Which days are shown. */
  readonly title: string;
  readonly isThere: boolean;
  readonly whose: Whose;
  /** What can be done with them. */
  readonly children: ReactNode;
}

/** Which days of whom are shown. */
export const TimeHead = ({ screen, title, isThere, whose, children }: TimeHeadProps) => (
  <DaysHead wraps screen={screen} title={title} said={isThere && title}>
    {!whose.own && <WhoseLabel person={whose.person} />}
    <Spring />
    {children}
  </DaysHead>
);
