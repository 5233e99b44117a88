import { useIntl } from 'react-intl';
import { useT } from '../../../i18n';
import classes from '../../../ui/form.module.css';
import pieces from '../../../ui/pieces.module.css';

export const isNear = (count: number, max: number): boolean => count >= max * 0.8;

interface CounterProps {
  readonly count: number;
  readonly max: number;
}

/** How much of a limit is used, said once it comes near. */
export function Counter({ count, max }: CounterProps) {
  const t = useT();
  const { formatNumber } = useIntl();
  if (!isNear(count, max)) return null;
  const [used, all] = [formatNumber(count), formatNumber(max)];
  return (
    <span className={classes.counter} data-over={count > max || undefined}>
      <span aria-hidden>
        {used}/{all}
      </span>
      <span className={pieces.hidden}>{t('task.counter', { count: used, max: all })}</span>
    </span>
  );
}
