import type { ReactNode } from 'react';
import { PersonLabel } from '../../../entities/user/avatar';
import { DaysHead } from '../../../ui/screen';
import { Spacer } from '../../../ui/toolbar';
import classes from './time.module.css';
import type { Whose } from './use-whose';

/** On a phone the filter says it. With `own` it is said on paper only. */
export const WhoseLabel = ({ person, own }: Pick<Whose, 'person'> & Partial<Pick<Whose, 'own'>>) => (
  <span className={classes.whose} data-own={own || undefined}>
    <PersonLabel person={person} />
  </span>
);

interface TimeHeadProps {
  readonly screen: string;
  /** Which days are shown. */
  readonly title: string;
  readonly isThere: boolean;
  readonly whose: Whose;
  /** Actions on the shown days. */
  readonly children: ReactNode;
}

/** Which days of whom are shown. */
export const TimeHead = ({ screen, title, isThere, whose, children }: TimeHeadProps) => (
  <DaysHead wraps screen={screen} title={title} said={isThere && title}>
    <WhoseLabel person={whose.person} own={whose.own} />
    <Spacer />
    {children}
  </DaysHead>
);
