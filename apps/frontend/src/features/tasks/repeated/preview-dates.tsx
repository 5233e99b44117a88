import { Skeleton } from '@mantine/core';
import { useIntl } from 'react-intl';
import { SmallButton } from '../../../ui/buttons';
import { effectiveDay } from './repeated-draft';
import classes from './repeated-form.module.css';
import { useRepeatedT } from './repeated-texts';
import { occurrenceText, ruleText } from './rule-text';
import type { RepeatedForm } from './use-repeated-form';

const shown = 10;

/** The next dates of what is in the form, as they will be. */
export function PreviewDates({ form: { draft, preview } }: { readonly form: RepeatedForm }) {
  const t = useRepeatedT();
  const { locale } = useIntl();
  const { dates, waiting, failed, retry } = preview;
  const repeatDay = effectiveDay(draft);
  const known = draft.repeat === 'daily' || repeatDay !== null;
  return (
    <section className={classes.preview} aria-label={t('repeated.preview')} aria-busy={waiting}>
      <h2>{t('repeated.preview')}</h2>
      {known && draft.firstDeadline !== null && (
        <p className={classes.sentence}>{ruleText(t, locale, { period: draft.period, repeatDay })}</p>
      )}
      {failed ? (
        <div role="alert">
          <p>{t('repeated.preview.failure')}</p>
          <SmallButton variant="default" onClick={retry}>
            {t('app.error.retry')}
          </SmallButton>
        </div>
      ) : dates !== null ? (
        <>
          <ol data-waiting={waiting || undefined}>
            {dates.map((deadline) => (
              <li key={deadline}>
                <time dateTime={deadline}>{occurrenceText(locale, deadline)}</time>
              </li>
            ))}
          </ol>
          <p role="status">
            {dates.length === 0
              ? t('repeated.preview.none')
              : t(dates.length < shown ? 'repeated.preview.ends' : 'repeated.preview.more')}
          </p>
        </>
      ) : waiting ? (
        Array.from({ length: 5 }, (_, line) => <Skeleton key={line} height={12} mt={10} width={`${80 - line * 6}%`} />)
      ) : (
        <p>{t(draft.firstDeadline === null ? 'repeated.preview.begin' : 'repeated.preview.wrong')}</p>
      )}
    </section>
  );
}
