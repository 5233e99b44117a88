import { planTypes } from '@gos/domain';
import { Flex } from '@mantine/core';
import type { ReactNode } from 'react';
import { PlanMark } from '../../../entities/plan/plan-mark';
import { useT } from '../../../i18n';
import pieces from '../../../ui/pieces.module.css';

interface PlanLegendProps {
  readonly label: string;
  /** Further marks. */
  readonly children?: ReactNode;
}

/** Explains the colours. */
export function PlanLegend({ label, children }: PlanLegendProps) {
  const t = useT();
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
      {children}
    </Flex>
  );
}
