import type { AbsenceKind, PlanType } from '@gos/domain';
import {
  IconArrowsExchange,
  IconBeach,
  IconBellRinging,
  IconBriefcase,
  IconBuilding,
  IconCoinOff,
  IconHeart,
  IconHome,
  IconPlane,
  type IconProps,
  IconStethoscope,
  IconThermometer,
} from '@tabler/icons-react';
import type { ComponentType } from 'react';
import types from './plan-type.module.css';

type Sign = ComponentType<IconProps>;

const signs: Readonly<Record<PlanType, Sign>> = {
  at_work: IconBuilding,
  remote_work: IconHome,
  day_off: IconBeach,
  at_client: IconBriefcase,
  available: IconBellRinging,
};
const absenceSigns: Readonly<Record<AbsenceKind, Sign>> = {
  vacation: IconPlane,
  sickness: IconThermometer,
  doctor: IconStethoscope,
  care: IconHeart,
  unpaid: IconCoinOff,
  compensatory: IconArrowsExchange,
  other: IconBeach,
};

interface PlanMarkProps {
  readonly type: PlanType;
  /** the kind of a day off */
  readonly kind?: AbsenceKind | null;
  readonly size?: number;
}

/** Sign of a plan's type or of an absence's kind: its shape says the same as its colour. The name is next to it. */
export function PlanMark({ type, kind = null, size = 15 }: PlanMarkProps) {
  const Sign = kind === null ? signs[type] : absenceSigns[kind];
  return <Sign className={`${types.ofType} ${types.mark}`} size={size} stroke={1.9} data-sign={type} aria-hidden />;
}
