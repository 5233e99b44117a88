import type { PlanType } from '@gos/domain';
import classes from './plan-mark.module.css';
import types from './plan-type.module.css';

/** The colour of a type of plan; its name stands beside it. */
export const PlanMark = ({ type }: { readonly type: PlanType }) => (
  <span className={`${types.ofType} ${classes.mark}`} data-type={type} aria-hidden />
);
