import { Text } from '@mantine/core';
import { useIntl } from 'react-intl';
import { useT } from '../../../i18n';
import pieces from '../../../ui/pieces.module.css';

export const isNear = (count: number, max: number): boolean => count >= max * 0.8;

interface CounterProps {
  readonly count: number;
  readonly max: number;
}

/** The used part of a limit, shown once it is near. */
export function Counter({ count, max }: CounterProps) {
  const t = useT();
  const { formatNumber } = useIntl();
  if (!isNear(count, max)) return null;
  const [used, all] = [formatNumber(count), formatNumber(max)];
  return (
    <Text
      span
      px={8}
      fz={11.5}
      c={count > max ? 'var(--gos-late-text)' : 'dimmed'}
      style={{ fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' }}
    >
      <span aria-hidden>
        {used}/{all}
      </span>
      <span className={pieces.hidden}>{t('task.counter', { count: used, max: all })}</span>
    </Text>
  );
}
