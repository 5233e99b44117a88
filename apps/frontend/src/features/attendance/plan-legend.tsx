import { planTypes } from '@gos/domain';
import type { ReactNode } from 'react';
import { PlanMark } from '../../entities/plan/plan-mark';
import { useT } from '../../i18n';
import classes from './plan-legend.module.css';

interface PlanLegendProps {
  readonly label: string;
  /** What else is marked. */
  readonly children?: ReactNode;
}

/** What the colours mean. */
export function PlanLegend({ label, children }: PlanLegendProps) {
  const t = useT();
  return (
    <ul className={classes.legend} aria-label={label}>
      {planTypes.map((type) => (
        <li key={type}>
          <PlanMark type={type} />
          {t(`plan.type.${type}`)}
        </li>
      ))}
      {children}
    </ul>
  );
}
