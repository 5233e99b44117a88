import type { PlanType } from '@gos/domain';
import { IconBeach, IconBellRinging, IconBriefcase, IconBuilding, IconHome, type IconProps } from '@tabler/icons-react';
import type { ComponentType } from 'react';
import types from './plan-type.module.css';

const signs: Readonly<Record<PlanType, ComponentType<IconProps>>> = {
  at_work: IconBuilding,
  remote_work: IconHome,
  day_off: IconBeach,
  at_client: IconBriefcase,
  available: IconBellRinging,
};

/** Sign of a plan's type: its shape says the same as its colour. The name is next to it. */
export function PlanMark({ type, size = 15 }: { readonly type: PlanType; readonly size?: number }) {
  const Sign = signs[type];
  return <Sign className={`${types.ofType} ${types.mark}`} size={size} stroke={1.9} data-sign={type} aria-hidden />;
}
