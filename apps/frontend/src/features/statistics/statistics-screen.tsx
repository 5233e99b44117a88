import type { StatisticsAnswer } from '@gos/contract';
import { statisticsKinds, statisticsPeriods } from '@gos/domain';
import { Box, Skeleton } from '@mantine/core';
import { useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { ProjectHeaderActions, useProject } from '../../entities/project/project-context';
import { useT } from '../../i18n';
import { SmallButton } from '../../ui/buttons';
import { Choice } from '../../ui/choice';
import { EmptyState, Failed } from '../../ui/empty-state';
import screen from '../../ui/screen.module.css';
import { Spacer, Toolbar } from '../../ui/toolbar';
import { ExportButton } from './export-button';
import { ItemsPanel } from './items-panel';
import type { OpenNumber } from './number-button';
import { rememberStatistics, statisticsPreferenceQuery, statisticsQuery } from './statistics.api';
import { Numbers } from './statistics-numbers';
import {
  earliestDay,
  type StatisticsPreference,
  type StatisticsSearch,
  spans,
  validateStatisticsSearch,
  views,
} from './statistics-search';
import { periodMessages, spanMessages, useDay, useDays } from './statistics-text';

function useView() {
  const client = useQueryClient();
  const navigate = useNavigate();
  const search = useSearch({
    strict: false,
    select: (all) => validateStatisticsSearch(all as Record<string, unknown>),
  });
  const { data: preference } = useSuspenseQuery(statisticsPreferenceQuery);
  const setSearch = (next: Partial<StatisticsSearch>, replace: boolean) =>
    void navigate({ to: '.', search: (previous: object) => ({ ...previous, ...next }), replace });
  const remember = (part: Partial<StatisticsPreference>) => rememberStatistics(client, { ...preference, ...part });
  return { search, period: search.period ?? preference.period, view: preference.view, setSearch, remember };
}

const nothingShown = { show: undefined, of: undefined, solver: undefined, until: undefined };

const nothingYet = (statistics: StatisticsAnswer) =>
  spans.every(
    (span) => statisticsKinds.every((kind) => statistics[span][kind] === 0) && statistics[span].workedMinutes === 0,
  ) && statistics.current.burnUp.every(({ created }) => created === 0);

function Nothing() {
  const t = useT();
  const project = useProject();
  return (
    <EmptyState>
      <p>{t('statistics.empty')}</p>
      {project.can.tasks === true && (
        <SmallButton
          variant="default"
          renderRoot={(props) => <Link {...props} to="/tasks/new" search={{ projectId: project.id }} />}
        >
          {t('statistics.empty.step')}
        </SmallButton>
      )}
    </EmptyState>
  );
}

function Loading() {
  return (
    <div aria-hidden>
      <Skeleton height={292} radius={10} />
      <Skeleton height={300} radius={10} mt={20} />
    </div>
  );
}

/** How a project goes: what was created, solved, ended, returned and missed, and by whom. */
export function StatisticsScreen() {
  const t = useT();
  const project = useProject();
  const { search, period, view, setSearch, remember } = useView();
  const taskId = useSearch({ strict: false, select: (all) => (all as { taskId?: number }).taskId });
  const answer = useQuery(statisticsQuery(project.id, period));
  const [day, days] = [useDay(true), useDays()];
  const statistics = answer.data;
  const { show, of = 'current', solver, until } = search;

  const open: OpenNumber = (number) =>
    setSearch({ solver: undefined, until: undefined, ...number, period }, show !== undefined);
  const close = () => setSearch(nothingShown, true);
  const solverName =
    solver === undefined || statistics === undefined
      ? undefined
      : (statistics[of].bySolver.find((row) => row.solver?.id === solver)?.solver?.name ??
        (solver === 'none' ? t('task.solver.none') : undefined));

  return (
    <Box maw={1240} className={screen.padded}>
      <Toolbar label={t('task.filter.toolbar')}>
        <Choice
          label={t('statistics.period')}
          values={statisticsPeriods}
          value={period}
          text={(one) => t(periodMessages[one])}
          onChange={(next) => {
            remember({ period: next });
            setSearch({ period: next, ...nothingShown }, true);
          }}
        />
        <Spacer />
        <Choice
          label={t('statistics.view')}
          values={views}
          value={view}
          text={(one) => t(one === 'charts' ? 'statistics.view.charts' : 'statistics.view.table')}
          onChange={(next) => remember({ view: next })}
        />
      </Toolbar>
      {statistics && !nothingYet(statistics) && (
        <ProjectHeaderActions>
          <ExportButton statistics={statistics} />
        </ProjectHeaderActions>
      )}
      {statistics !== undefined ? (
        nothingYet(statistics) ? (
          <Nothing />
        ) : (
          <Numbers statistics={statistics} view={view} onOpen={open} />
        )
      ) : answer.isError ? (
        <Failed text={t('statistics.failure')} busy={answer.isFetching} onRetry={() => void answer.refetch()} />
      ) : (
        <Loading />
      )}
      {show !== undefined && statistics !== undefined && (
        <ItemsPanel
          key={`${show} ${of} ${solver} ${until} ${period}`}
          projectId={project.id}
          kind={show}
          span={until === undefined ? statistics[of] : { from: earliestDay, to: until }}
          when={
            until === undefined
              ? `${t(spanMessages[period][of])} · ${days(statistics[of].from, statistics[of].to)}`
              : t('statistics.until', { day: day(until) })
          }
          solver={solver}
          solverName={solverName}
          covered={taskId !== undefined}
          onClose={close}
        />
      )}
    </Box>
  );
}
