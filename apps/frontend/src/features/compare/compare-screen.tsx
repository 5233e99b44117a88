import type { Comparison } from '@gos/contract';
import { Group, Skeleton } from '@mantine/core';
import { IconDownload, IconPrinter } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useIntl } from 'react-intl';
import { ExactDates } from '../../entities/task/deadline-text';
import { problemText, useT } from '../../i18n';
import { ApiProblem } from '../../lib/api';
import { SmallButton } from '../../ui/buttons';
import { dayTexts } from '../../ui/day-text';
import { EmptyState, Failed } from '../../ui/empty-state';
import { fullMoment } from '../../ui/moment-format';
import { Screen, ScreenHead, ScreenNote } from '../../ui/screen';
import { usePhone } from '../../ui/use-phone';
import { usePrinting } from '../../ui/use-printing';
import { type Compared, comparisonQuery } from './compare.api';
import classes from './compare.module.css';
import { CompareTexts, useCompareT } from './compare-texts';
import { ComparedMoments } from './compared-moments';
import { ComparedFields, ComparedParts, ComparedSums, Counts } from './compared-parts';
import { useComparisonFile } from './use-comparison-file';

function useTitle({ kind, id }: Compared, found: Comparison | undefined): string {
  const t = useCompareT();
  const { locale } = useIntl();
  const thing = t(`compare.thing.${kind}`);
  if (kind === 'month') {
    return [thing, dayTexts.month(locale, `${id}-01`), found?.thing.name].filter(Boolean).join(' · ');
  }
  return [thing, found?.thing.name ?? `#${id}`].join(' · ');
}

function Actions({
  thing,
  title,
  disabled,
}: {
  readonly thing: Compared;
  readonly title: string;
  readonly disabled: boolean;
}) {
  const t = useCompareT();
  const phone = usePhone();
  const { busy, save } = useComparisonFile(thing, title);
  const [file, printer] = [
    <IconDownload key="file" size={16} stroke={1.75} aria-hidden />,
    <IconPrinter key="printer" size={16} stroke={1.75} aria-hidden />,
  ];
  const look = { variant: 'default', disabled, px: phone ? 9 : undefined } as const;
  return (
    <Group gap={8} wrap="nowrap">
      <SmallButton
        {...look}
        loading={busy}
        leftSection={phone ? undefined : file}
        aria-label={t('compare.json')}
        onClick={save}
      >
        {phone ? file : 'JSON'}
      </SmallButton>
      <SmallButton
        {...look}
        leftSection={phone ? undefined : printer}
        aria-label={t('compare.print')}
        onClick={() => window.print()}
      >
        {phone ? printer : t('compare.print')}
      </SmallButton>
    </Group>
  );
}

const Waiting = () => (
  <div className={classes.content} aria-hidden>
    {[50, 70, 60, 65].map((width) => (
      <Skeleton key={width} height={20} width={`${width}%`} mt={16} />
    ))}
  </div>
);

function NotCompared({
  error,
  busy,
  onRetry,
}: {
  readonly error: Error;
  readonly busy: boolean;
  readonly onRetry: () => void;
}) {
  const t = useCompareT();
  const usual = useT();
  if (!(error instanceof ApiProblem) || ![404, 422].includes(error.status)) {
    return <Failed text={t('compare.failed')} busy={busy} onRetry={onRetry} />;
  }
  return (
    <EmptyState>
      <p role="alert">{error.status === 404 ? t('compare.missing') : problemText(error.problem, usual)}</p>
    </EmptyState>
  );
}

function Content({ thing, found }: { readonly thing: Compared; readonly found: Comparison }) {
  const t = useCompareT();
  const days = found.sums?.days.length ?? 0;
  if (found.changes.length === 0 && found.total === 0 && days === 0) {
    return (
      <EmptyState>
        <p>{t('compare.nothing')}</p>
      </EmptyState>
    );
  }
  return (
    <div className={classes.content}>
      <Counts counts={found.counts} />
      <ComparedFields changes={found.changes} />
      {found.sums !== null && days > 0 && <ComparedSums sums={found.sums} />}
      <ComparedParts way="added" items={found.added} thing={thing} />
      <ComparedParts way="removed" items={found.removed} thing={thing} />
      <ComparedParts way="changed" items={found.changed} thing={thing} />
    </div>
  );
}

function Compare({ thing }: { readonly thing: Compared }) {
  const t = useCompareT();
  const { locale } = useIntl();
  const printing = usePrinting();
  const answer = useInfiniteQuery(comparisonQuery(thing));
  const found = answer.data;
  const title = useTitle(thing, found);
  const shown = found && found.added.length + found.removed.length + found.changed.length;
  const moments = { from: fullMoment(locale, thing.from), to: fullMoment(locale, thing.to) };
  return (
    <Screen>
      <ScreenHead title={title}>
        <Actions thing={thing} title={title} disabled={found === undefined} />
      </ScreenHead>
      <ComparedMoments thing={thing} />
      <div className={classes.paper}>
        <ScreenNote>{t('compare.from-to', moments)}</ScreenNote>
      </div>
      {found !== undefined ? (
        <ExactDates value={printing}>
          <Content thing={thing} found={found} />
        </ExactDates>
      ) : answer.isError ? (
        <NotCompared error={answer.error} busy={answer.isFetching} onRetry={() => void answer.refetch()} />
      ) : (
        <Waiting />
      )}
      {found !== undefined && shown !== found.total && (
        <Group gap={12} px={20} py={12}>
          <p className={classes.rest}>{t('compare.shown', { shown: shown ?? 0, total: found.total })}</p>
          <SmallButton
            variant="default"
            className={classes.screenOnly}
            loading={answer.isFetchingNextPage}
            onClick={() => void answer.fetchNextPage()}
          >
            {t('compare.more')}
          </SmallButton>
        </Group>
      )}
    </Screen>
  );
}

/** Two moments of a task, a project, a board or a month, with everything that differs. */
export const CompareScreen = ({ thing }: { readonly thing: Compared }) => (
  <CompareTexts>
    <Compare thing={thing} />
  </CompareTexts>
);
