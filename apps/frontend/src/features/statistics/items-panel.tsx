import type { PeriodStatistics, StatisticsItem } from '@gos/contract';
import type { StatisticsKind } from '@gos/domain';
import { ActionIcon, Skeleton } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useId, useRef } from 'react';
import { useIntl } from 'react-intl';
import { MomentText } from '../../entities/task/deadline-text';
import { PersonLabel } from '../../entities/user/avatar';
import { useT } from '../../i18n';
import { useEscape } from '../../lib/screen-keys';
import { useFocusReturn } from '../../lib/use-focus-return';
import { SmallButton } from '../../ui/buttons';
import { Failed } from '../../ui/empty-state';
import { statisticsItemsQuery } from './statistics.api';
import classes from './statistics.module.css';
import type { SolverFilter } from './statistics-search';
import { kindMessages } from './statistics-text';

interface ItemsPanelProps {
  readonly projectId: number;
  readonly kind: StatisticsKind;
  readonly span: Pick<PeriodStatistics, 'from' | 'to'>;
  /** The span in words. */
  readonly when: string;
  readonly solver?: SolverFilter;
  readonly solverName?: string;
  /** A task is open over it: the keys are that one's. */
  readonly covered: boolean;
  readonly onClose: () => void;
}

function Item({ item, kind }: { readonly item: StatisticsItem; readonly kind: StatisticsKind }) {
  const t = useT();
  return (
    <li className={classes.item}>
      <Link
        to="."
        search={(previous: object) => ({ ...previous, taskId: item.task.id })}
        className={classes.itemLink}
        data-row-link={item.task.id}
      >
        <span className={classes.itemId}>#{item.task.id}</span> {item.task.name}
      </Link>
      <span className={classes.itemDetails}>
        <span>
          {kind === 'overdue' && `${t('task.field.deadline')} `}
          <MomentText at={item.at} />
        </span>
        <PersonLabel person={item.solver} none={t('task.solver.none')} />
      </span>
    </li>
  );
}

/** What makes a number: each task with when it was and whose it was then. */
export function ItemsPanel({ projectId, kind, span, when, solver, solverName, covered, onClose }: ItemsPanelProps) {
  const t = useT();
  const { formatNumber } = useIntl();
  const titleId = useId();
  const panel = useRef<HTMLElement>(null);
  const query = useInfiniteQuery(
    statisticsItemsQuery(projectId, { kind, from: span.from, to: span.to, ...(solver !== undefined && { solver }) }),
  );
  const total = query.data?.pages[0]?.total;
  const items = query.data?.pages.flatMap((page) => page.items);

  useEscape(covered, onClose);
  useFocusReturn();
  useEffect(() => panel.current?.focus({ preventScroll: true }), []);

  return (
    <section
      ref={panel}
      tabIndex={-1}
      role="dialog"
      aria-modal={false}
      aria-labelledby={titleId}
      className={classes.items}
    >
      <header className={classes.itemsHead}>
        <h2 id={titleId}>
          {t(kindMessages[kind])}{' '}
          <span className={classes.itemsCount}>{total === undefined ? '' : formatNumber(total)}</span>
        </h2>
        <p>{[when, solverName].filter(Boolean).join(' · ')}</p>
        <ActionIcon size={30} aria-label={t('app.close')} onClick={onClose}>
          <IconX size={18} stroke={1.75} />
        </ActionIcon>
      </header>
      {query.isError && items === undefined ? (
        <Failed text={t('task.failure.fetch')} busy={query.isFetching} onRetry={() => void query.refetch()} />
      ) : items === undefined ? (
        <div className={classes.itemsLoading} aria-hidden>
          {[72, 58, 66, 80].map((width) => (
            <Skeleton key={width} height={12} width={`${width}%`} mb={26} />
          ))}
        </div>
      ) : (
        <div className={classes.itemsBody}>
          {items.length === 0 && <p className={classes.none}>{t('statistics.items.none')}</p>}
          <ul className={classes.itemList}>
            {items.map((item) => (
              <Item key={`${item.task.id} ${item.at}`} item={item} kind={kind} />
            ))}
          </ul>
          {query.hasNextPage && (
            <SmallButton
              variant="default"
              onClick={() => void query.fetchNextPage()}
              loading={query.isFetchingNextPage}
            >
              {t('statistics.items.more', { count: total! - items.length })}
            </SmallButton>
          )}
        </div>
      )}
    </section>
  );
}
