import { type AbsenceKind, absenceKinds, planTypes } from '@gos/domain';
import { Flex } from '@mantine/core';
import type { ReactNode } from 'react';
import { PlanMark } from '../../../entities/plan/plan-mark';
import { useT } from '../../../i18n';
import pieces from '../../../ui/pieces.module.css';

interface PlanLegendProps {
  readonly label: string;
  /** Kinds of the absences that are shown; `other` has the sign of its type. */
  readonly kinds?: Iterable<AbsenceKind | null>;
  /** Further marks. */
  readonly children?: ReactNode;
}

/** Explains the colours. */
export function PlanLegend({ label, kinds = [], children }: PlanLegendProps) {
  const t = useT();
  const shown = new Set(kinds);
  return (
    <Flex
      component="ul"
      wrap="wrap"
      gap="4px 16px"
      m={0}
      p={{ base: '2px 16px 10px', sm: '2px 20px 10px' }}
      fz={12}
      c="dimmed"
      style={{ listStyle: 'none' }}
      aria-label={label}
    >
      {planTypes.map((type) => (
        <li key={type} className={pieces.inline}>
          <PlanMark type={type} />
          {t(`plan.type.${type}`)}
        </li>
      ))}
      {absenceKinds
        .filter((kind) => kind !== 'other' && shown.has(kind))
        .map((kind) => (
          <li key={kind} className={pieces.inline}>
            <PlanMark type="day_off" kind={kind} />
            {t(`plan.kind.${kind}`)}
          </li>
        ))}
      {children}
    </Flex>
  );
}
