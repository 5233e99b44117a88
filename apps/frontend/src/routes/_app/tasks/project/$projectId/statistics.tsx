import { createFileRoute } from '@tanstack/react-router';
import { statisticsPreferenceQuery } from '../../../../../features/statistics/statistics.api';
import { StatisticsScreen } from '../../../../../features/statistics/statistics-screen';
import { validateStatisticsSearch } from '../../../../../features/statistics/statistics-search';

export const Route = createFileRoute('/_app/tasks/project/$projectId/statistics')({
  validateSearch: validateStatisticsSearch,
  loader: ({ context }) => context.queryClient.ensureQueryData(statisticsPreferenceQuery),
  component: StatisticsScreen,
});
