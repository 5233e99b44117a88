import type { NamedRef } from '@gos/contract';
import {
  type AbsenceKind,
  absenceKinds,
  type Day,
  type DayHalf,
  dayHalves,
  type PlanType,
  planTypes,
} from '@gos/domain';
import { Select } from '@mantine/core';
import { IconCalendar } from '@tabler/icons-react';
import { useIntl } from 'react-intl';
import { PlanMark } from '../../entities/plan/plan-mark';
import { lengthOfTime } from '../../entities/task/duration';
import { dayTexts } from '../../ui/day-text';
import { DayPicker } from '../../ui/fields/day-picker';
import { TimeOfDayInput } from '../../ui/fields/time-of-day-input';
import formClasses from '../../ui/form.module.css';
import { PickedField } from '../../ui/form-field';
import { NumberField } from '../../ui/number-field';
import { useAttendanceT } from './common/attendance-texts';

interface FieldProps<T> {
  readonly value: T;
  readonly error?: string;
  readonly onChange: (value: T) => void;
  /** Name for screen readers where the label is hidden. */
  readonly named?: string;
  readonly disabled?: boolean;
}

export function TypeField({ value, error, onChange, named, disabled }: FieldProps<PlanType>) {
  const t = useAttendanceT();
  return (
    <Select
      label={named === undefined ? t('attendance.plan.field.type') : undefined}
      aria-label={named}
      size={named === undefined ? 'sm' : 'xs'}
      allowDeselect={false}
      disabled={disabled}
      data-field="type"
      data={planTypes.map((type) => ({ value: type, label: t(`plan.type.${type}`) }))}
      leftSection={<PlanMark type={value} />}
      value={value}
      error={error}
      onChange={(type) => type && onChange(type as PlanType)}
    />
  );
}

/** The kind of a day off. */
export function KindField({ value, error, onChange, named }: FieldProps<AbsenceKind>) {
  const t = useAttendanceT();
  return (
    <Select
      label={named === undefined ? t('attendance.plan.field.kind') : undefined}
      aria-label={named}
      size={named === undefined ? 'sm' : 'xs'}
      allowDeselect={false}
      data-field="kind"
      data={absenceKinds.map((kind) => ({ value: kind, label: t(`plan.kind.${kind}`) }))}
      leftSection={<PlanMark type="day_off" kind={value} />}
      value={value}
      error={error}
      onChange={(kind) => kind && onChange(kind as AbsenceKind)}
    />
  );
}

const wholeDay = 'whole-day';

/** The length of a day off: the whole day or one of its halves. */
export function LengthField({ value, error, onChange }: FieldProps<DayHalf | null>) {
  const t = useAttendanceT();
  const halves = dayHalves.map((half) => ({ value: half, label: t(`plan.half.${half}`) }));
  return (
    <Select
      label={t('attendance.plan.field.length')}
      allowDeselect={false}
      data-field="half"
      data={[{ value: wholeDay, label: t('plan.whole-day') }, ...halves]}
      value={value ?? wholeDay}
      error={error}
      onChange={(half) => half && onChange(half === wholeDay ? null : (half as DayHalf))}
    />
  );
}

interface TimeFieldProps extends FieldProps<string> {
  readonly which: 'from' | 'to';
  /** Said in another place. */
  readonly wrong?: boolean;
}

/** Midnight at the end of a day is 00:00. */
export function TimeField({ which, value, error, wrong, onChange, named, disabled }: TimeFieldProps) {
  const t = useAttendanceT();
  return (
    <TimeOfDayInput
      label={named === undefined ? t(`attendance.plan.field.${which}`) : undefined}
      aria-label={named}
      size={named === undefined ? 'sm' : 'xs'}
      disabled={disabled}
      data-field={which}
      required={named === undefined}
      value={value === '24:00' ? '00:00' : value}
      error={error ?? wrong}
      onChange={onChange}
    />
  );
}

/** The break within a plan in minutes; an empty text is none. */
export function BreakField({ value, error, onChange }: FieldProps<number>) {
  const t = useAttendanceT();
  return (
    <NumberField
      label={t('attendance.plan.field.break')}
      name="breakMinutes"
      notation={lengthOfTime}
      placeholder={t('attendance.plan.no-break')}
      value={value === 0 ? null : value}
      error={error}
      onChange={(minutes) => onChange(minutes ?? 0)}
    />
  );
}

interface DayFieldProps extends FieldProps<Day | null> {
  readonly label: string;
  readonly name: string;
  /** Text of the field without a day. */
  readonly none: string;
}

export function DayField({ label, name, none, value, error, onChange }: DayFieldProps) {
  const { locale } = useIntl();
  return (
    <PickedField
      label={label}
      name={name}
      error={error}
      picker={(button) => (
        <DayPicker label={label} value={value} onChange={onChange}>
          {button}
        </DayPicker>
      )}
    >
      <IconCalendar size={15} stroke={1.75} aria-hidden />
      {value === null ? <span className={formClasses.placeholder}>{none}</span> : dayTexts.long(locale, value)}
    </PickedField>
  );
}

interface PositionFieldProps extends FieldProps<number | null> {
  readonly positions: readonly NamedRef[];
}

const noPosition = 'none';

/** Position of the planned work; a person who holds none sees "none" and need not choose. */
export function PositionField({ positions, value, error, onChange }: PositionFieldProps) {
  const t = useAttendanceT();
  const label = t('attendance.plan.field.position');
  if (positions.length === 0) {
    const none = { value: noPosition, label: t('attendance.plan.no-position') };
    return <Select label={label} data={[none]} value={noPosition} allowDeselect={false} data-field="positionId" />;
  }
  return (
    <Select
      label={label}
      required
      allowDeselect={false}
      data-field="positionId"
      data={positions.map(({ id, name }) => ({ value: String(id), label: name }))}
      value={value === null ? null : String(value)}
      error={error}
      onChange={(id) => onChange(id === null ? null : Number(id))}
    />
  );
}
