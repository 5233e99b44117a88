import type { StatisticsAnswer } from '@gos/contract';
import { statisticsKinds } from '@gos/domain';
import { IconDownload } from '@tabler/icons-react';
import { useIntl } from 'react-intl';
import { useProject } from '../../entities/project/project-context';
import { usePersonName } from '../../entities/user/person-name';
import { useT } from '../../i18n';
import { downloadCsv } from '../../lib/csv';
import { currency } from '../../lib/installation';
import { SmallButton } from '../../ui/buttons';
import { statisticsCsv } from './statistics-csv';
import { spans } from './statistics-search';
import { kindMessages, spanMessages } from './statistics-text';
import { useContractName } from './use-contract-name';
import { workKinds, workMessages } from './work-numbers';

export function ExportButton({ statistics }: { readonly statistics: StatisticsAnswer }) {
  const t = useT();
  const { locale } = useIntl();
  const project = useProject();
  const person = usePersonName();
  const contract = useContractName();
  function run() {
    const named = <K extends string>(names: readonly K[], name: (key: K) => string) =>
      Object.fromEntries(names.map((key) => [key, name(key)])) as Record<K, string>;
    const csv = statisticsCsv(statistics, {
      period: t('statistics.period'),
      from: t('statistics.from'),
      to: t('statistics.to'),
      divided: t('statistics.divided'),
      name: t('task.field.name'),
      total: t('statistics.total'),
      bySolver: t('statistics.by-solver'),
      byContract: t('statistics.by-contract'),
      burnUp: t('statistics.burn-up'),
      noSolver: t('task.solver.none'),
      kinds: named(statisticsKinds, (kind) => t(kindMessages[kind])),
      work: named(workKinds, (kind) =>
        kind === 'usedBudget' ? `${t(workMessages[kind])} (${currency()})` : `${t(workMessages[kind])} (min)`,
      ),
      spans: named(spans, (span) => t(spanMessages[statistics.period][span])),
      person,
      contract,
      locale,
    });
    downloadCsv(`${project.name} – ${t('project.tab.statistics')} ${statistics.current.to}`, csv);
  }
  return (
    <SmallButton
      variant="subtle"
      color="gray"
      leftSection={<IconDownload size={16} stroke={1.75} />}
      onClick={run}
      aria-label={t('statistics.export')}
    >
      CSV
    </SmallButton>
  );
}
