import { Box, Skeleton, Text, type TextProps } from '@mantine/core';
import type { ComponentPropsWithRef } from 'react';
import { useIntl } from 'react-intl';
import { SmallButton } from '../../../ui/buttons';
import pieces from '../../../ui/pieces.module.css';
import { effectiveDay } from './repeated-draft';
import classes from './repeated-form.module.css';
import { useRepeatedT } from './repeated-texts';
import { occurrenceText, ruleText } from './rule-text';
import type { RepeatedForm } from './use-repeated-form';

const shown = 10;

const Note = (props: TextProps & ComponentPropsWithRef<'p'>) => <Text c="dimmed" fz={13} mb={6} {...props} />;

/** The next dates by the values of the form. */
export function PreviewDates({ form: { draft, preview } }: { readonly form: RepeatedForm }) {
  const t = useRepeatedT();
  const { locale } = useIntl();
  const { dates, waiting, failed, retry } = preview;
  const repeatDay = effectiveDay(draft);
  const known = draft.repeat === 'daily' || repeatDay !== null;
  return (
    <section className={classes.preview} aria-label={t('repeated.preview')} aria-busy={waiting}>
      <Text component="h2" m="0 0 4px" fz={13.5} fw={600}>
        {t('repeated.preview')}
      </Text>
      {known && draft.firstDeadline !== null && (
        <Note className={pieces.sentence}>
          {ruleText(t, locale, { period: draft.period, repeatDay, onDayOff: draft.onDayOff })}
        </Note>
      )}
      {failed ? (
        <div role="alert">
          <Note>{t('repeated.preview.failure')}</Note>
          <SmallButton variant="default" onClick={retry}>
            {t('app.error.retry')}
          </SmallButton>
        </div>
      ) : dates !== null ? (
        <>
          <Box
            component="ol"
            className={`${pieces.list} ${pieces.digits}`}
            mb={6}
            lh="24px"
            opacity={waiting ? 0.6 : undefined}
          >
            {dates.map((deadline) => (
              <li key={deadline}>
                <time dateTime={deadline}>{occurrenceText(locale, deadline)}</time>
              </li>
            ))}
          </Box>
          <Note role="status">
            {dates.length === 0
              ? t('repeated.preview.none')
              : t(dates.length < shown ? 'repeated.preview.ends' : 'repeated.preview.more')}
          </Note>
        </>
      ) : waiting ? (
        Array.from({ length: 5 }, (_, line) => <Skeleton key={line} height={12} mt={10} width={`${80 - line * 6}%`} />)
      ) : (
        <Note>{t(draft.firstDeadline === null ? 'repeated.preview.begin' : 'repeated.preview.wrong')}</Note>
      )}
    </section>
  );
}
