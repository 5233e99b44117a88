import type { PeriodStatistics, StatisticsItem } from '@gos/contract';
import type { StatisticsKind } from '@gos/domain';
import { ActionIcon, Box, Group, Skeleton, Text, Title } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useId, useRef } from 'react';
import { useIntl } from 'react-intl';
import { MomentText } from '../../entities/task/deadline-text';
import { PersonLabel } from '../../entities/user/avatar';
import { usePersonName } from '../../entities/user/person-name';
import { useT } from '../../i18n';
import { useEscape } from '../../lib/screen-keys';
import { useFocusReturn } from '../../lib/use-focus-return';
import { SmallButton } from '../../ui/buttons';
import { Failed } from '../../ui/empty-state';
import pieces from '../../ui/pieces.module.css';
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
  const nameOf = usePersonName();
  return (
    <li className={classes.item}>
      <Link
        to="."
        search={(previous: object) => ({ ...previous, taskId: item.task.id })}
        className={`${pieces.word} ${classes.itemLink}`}
        data-row-link={item.task.id}
      >
        <Text span fz={12.5} lh="inherit" c="dimmed" className={pieces.digits}>
          #{item.task.id}
        </Text>{' '}
        {item.task.name}
      </Link>
      <Group
        component="span"
        wrap="nowrap"
        justify="space-between"
        align="stretch"
        gap={12}
        mt={3}
        fz={12.5}
        c="dimmed"
      >
        <span>
          {kind === 'overdue' && `${t('task.field.deadline')} `}
          <MomentText at={item.at} />
        </span>
        <PersonLabel person={item.solver} none={t('task.solver.none')} />
      </Group>
      {item.acceptedBy && item.onBehalfOf && (
        <Text inherit fz={12.5} c="dimmed" mt={2}>
          {t('statistics.items.accepted-for', { by: nameOf(item.acceptedBy), contractor: nameOf(item.onBehalfOf) })}
        </Text>
      )}
    </li>
  );
}

/** Lists the tasks behind a number, each with its time and its solver at that time. */
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
      <header>
        <Title order={2} id={titleId} fz={17} lh="inherit">
          {t(kindMessages[kind])}{' '}
          <Text span fz={14} lh="inherit" c="dimmed" className={pieces.digits}>
            {total === undefined ? '' : formatNumber(total)}
          </Text>
        </Title>
        <Text inherit fz={12.5} c="dimmed" mt={2}>
          {[when, solverName].filter(Boolean).join(' · ')}
        </Text>
        <ActionIcon size={30} pos="absolute" top={10} right={12} aria-label={t('app.close')} onClick={onClose}>
          <IconX size={18} stroke={1.75} />
        </ActionIcon>
      </header>
      {query.isError && items === undefined ? (
        <Failed text={t('task.failure.fetch')} busy={query.isFetching} onRetry={() => void query.refetch()} />
      ) : items === undefined ? (
        <Box className={classes.itemsBody} pt={20} aria-hidden>
          {[72, 58, 66, 80].map((width) => (
            <Skeleton key={width} height={12} width={`${width}%`} mb={26} />
          ))}
        </Box>
      ) : (
        <div className={classes.itemsBody}>
          {items.length === 0 && (
            <Text inherit c="dimmed">
              {t('statistics.items.none')}
            </Text>
          )}
          <Box component="ul" mb={14} className={pieces.list}>
            {items.map((item) => (
              <Item key={`${item.task.id} ${item.at}`} item={item} kind={kind} />
            ))}
          </Box>
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
