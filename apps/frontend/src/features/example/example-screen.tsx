import { useState } from 'react';
import { FormattedDate, FormattedNumber } from 'react-intl';
import { useT } from '../../i18n';
import { serverNow } from '../../lib/server-clock';
import { AuthPage } from '../../ui/auth-page';
import classes from './example.module.css';

/** Shows how the interface changes with its language; the language menu is below, as on every screen before the sign-in. */
export function ExampleScreen() {
  const t = useT();
  const [count, setCount] = useState(5);
  return (
    <AuthPage title={t('example.title')}>
      <p className={classes.text}>{t('example.text')}</p>
      <label className={classes.field}>
        {t('example.count')}
        <input
          type="number"
          min={0}
          max={999}
          value={count}
          className={classes.input}
          onChange={(event) => setCount(event.currentTarget.valueAsNumber || 0)}
        />
      </label>
      <dl className={classes.samples}>
        <dt>{t('example.plural')}</dt>
        <dd>{t('example.tasks', { count })}</dd>
        <dt>{t('example.date')}</dt>
        <dd>
          <FormattedDate value={serverNow()} dateStyle="full" />
        </dd>
        <dt>{t('example.number')}</dt>
        <dd>
          <FormattedNumber value={1_234_567.89} />
        </dd>
      </dl>
    </AuthPage>
  );
}
