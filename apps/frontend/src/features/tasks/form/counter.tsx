import { useIntl } from 'react-intl';
import { useT } from '../../../i18n';
import classes from './form.module.css';

interface CounterProps {
  readonly count: number;
  readonly max: number;
}

/** How much of a limit is used, said once it comes near. */
export function Counter({ count, max }: CounterProps) {
  const t = useT();
  const { formatNumber } = useIntl();
  if (count < max * 0.8) return null;
  return (
    <span className={classes.counter} data-over={count > max || undefined}>
      {t('task.counter', { count: formatNumber(count), max: formatNumber(max) })}
    </span>
  );
}
