import { type StatisticsAnswer, textFilter } from '@gos/contract';
import { Box, Skeleton, Text, Title } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { useProject } from '../../entities/project/project-context';
import { PersonLabel } from '../../entities/user/avatar';
import { usePersonName } from '../../entities/user/person-name';
import { EntriesDialog } from '../../entities/work/entries-dialog';
import { useT } from '../../i18n';
import { Choice } from '../../ui/choice';
import { BreakdownTable } from './breakdown-table';
import { BurnUpTable } from './burn-up-table';
import { FiguresTable } from './figures-table';
import type { OpenNumber } from './number-button';
import { type SpanName, spans, type View } from './statistics-search';
import { spanMessages } from './statistics-text';
import { useContractName } from './use-contract-name';
import type { ShownEntries } from './work-numbers';

const StatisticsCharts = lazy(() =>
  import('./statistics-charts').then((module) => ({ default: module.StatisticsCharts })),
);

const Heading = Title.withProps({ order: 2, m: '24px 0 8px', fw: 600, lh: 'inherit' });

interface NumbersProps {
  readonly statistics: StatisticsAnswer;
  readonly view: View;
  readonly onOpen: OpenNumber;
}

interface WithEntries {
  readonly onEntries: (shown: ShownEntries) => void;
}

function Divided({ statistics, onOpen, onEntries }: Omit<NumbersProps, 'view'> & WithEntries) {
  const t = useT();
  const nameOf = usePersonName();
  const project = useProject();
  const contractName = useContractName();
  const [span, setSpan] = useState<SpanName>('current');
  const { period } = statistics;
  const { bySolver, byContract } = statistics[span];
  const shared = { period, span, onOpen, onEntries };
  const { from, to } = statistics[span];
  const ofProject = { projectId: project.id, from, to };
  return (
    <Box component="section" mt={28}>
      <Choice
        label={t('statistics.divided.period')}
        values={spans}
        value={span}
        text={(one) => t(spanMessages[period][one])}
        onChange={setSpan}
      />
      <Heading>{t('statistics.by-solver')}</Heading>
      {bySolver.length === 0 ? (
        <Text inherit c="dimmed">
          {t('statistics.by-solver.none')}
        </Text>
      ) : (
        <BreakdownTable
          {...shared}
          label={t('statistics.by-solver')}
          of={t('task.field.solver')}
          rows={bySolver.map(({ solver, ...numbers }) => ({
            key: String(solver?.id),
            head: <PersonLabel person={solver} none={t('task.solver.none')} />,
            whose: solver ? nameOf(solver) : t('task.solver.none'),
            solver: solver?.id ?? 'none',
            // Work always is somebody's.
            entries: { ...ofProject, userId: solver?.id },
            numbers,
          }))}
        />
      )}
      {project.contracts.length > 0 && (
        <>
          <Heading>{t('statistics.by-contract')}</Heading>
          <BreakdownTable
            {...shared}
            label={t('statistics.by-contract')}
            of={t('statistics.contract')}
            rows={byContract.map(({ contractId, ...numbers }) => ({
              key: textFilter(contractId),
              head: contractName(contractId),
              whose: contractName(contractId),
              entries: { ...ofProject, contractId: textFilter(contractId) },
              numbers,
            }))}
          />
        </>
      )}
    </Box>
  );
}

/** The figures, as charts or as a table, and how they divide. */
export function Numbers({ statistics, view, onOpen }: NumbersProps) {
  const t = useT();
  const project = useProject();
  const [entries, setEntries] = useState<ShownEntries | null>(null);
  const burnUp = [...spans].reverse().flatMap((span) => statistics[span].burnUp);
  return (
    <>
      <FiguresTable projectId={project.id} statistics={statistics} onOpen={onOpen} onEntries={setEntries} />
      {view === 'charts' ? (
        <>
          <Suspense fallback={<Skeleton height={316} radius={10} mt={20} />}>
            <StatisticsCharts statistics={statistics} burnUp={burnUp} />
          </Suspense>
          <BurnUpTable burnUp={burnUp} period={statistics.period} />
        </>
      ) : (
        <>
          <Heading>{t('statistics.burn-up')}</Heading>
          <BurnUpTable burnUp={burnUp} period={statistics.period} onOpen={onOpen} />
        </>
      )}
      <Divided statistics={statistics} onOpen={onOpen} onEntries={setEntries} />
      {entries !== null && <EntriesDialog {...entries} onClose={() => setEntries(null)} />}
    </>
  );
}
