import type { StatisticsAnswer } from '@gos/contract';
import { type StatisticsKind, statisticsKinds } from '@gos/domain';
import { useIntl } from 'react-intl';
import { useT } from '../../i18n';
import pieces from '../../ui/pieces.module.css';
import { NumberButton, type OpenNumber } from './number-button';
import classes from './statistics.module.css';
import { type SpanName, spans } from './statistics-search';
import { kindHelp, kindMessages, spanMessages, useDays } from './statistics-text';
import { type ShownEntries, WorkNumber, workHelp, workKindsOf, workMessages } from './work-numbers';

function Change({ by }: { readonly by: number }) {
  const t = useT();
  const { locale } = useIntl();
  if (by === 0) return <span className={classes.note}>{t('statistics.change.same')}</span>;
  const signed = new Intl.NumberFormat(locale, { signDisplay: 'always' }).format(by).replace('-', '−');
  return (
    <span className={classes.note}>{t(by > 0 ? 'statistics.change.more' : 'statistics.change.fewer', { signed })}</span>
  );
}

interface FiguresTableProps {
  readonly projectId: number;
  readonly statistics: StatisticsAnswer;
  readonly onOpen: OpenNumber;
  readonly onEntries: (shown: ShownEntries) => void;
}

/** The numbers of the present period and of the two before it, each with how it differs from the one before. */
export function FiguresTable({ projectId, statistics, onOpen, onEntries }: FiguresTableProps) {
  const t = useT();
  const days = useDays();
  const before: Readonly<Record<SpanName, SpanName | null>> = { current: 'previous', previous: 'before', before: null };
  const changeOf = (span: SpanName, kind: StatisticsKind) => {
    const than = before[span];
    return than === null ? null : <Change by={statistics[span][kind] - statistics[than][kind]} />;
  };
  return (
    <table className={classes.figures} aria-label={t('statistics.figures')}>
      <thead>
        <tr>
          <th scope="col" className={classes.corner}>
            <span className={pieces.hidden}>{t('statistics.counted')}</span>
          </th>
          {spans.map((span) => (
            <th key={span} scope="col" data-span={span}>
              <span className={classes.spanName}>{t(spanMessages[statistics.period][span])}</span>
              <span className={classes.note}>
                {days(statistics[span].from, statistics[span].to)}
                {span === 'current' && ` ${t('statistics.so-far')}`}
              </span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {statisticsKinds.map((kind) => (
          <tr key={kind} data-kind={kind}>
            <th scope="row">
              <span className={classes.kindName}>{t(kindMessages[kind])}</span>
              <span className={`${classes.note} ${classes.kindHelp}`}>{t(kindHelp[kind])}</span>
            </th>
            {spans.map((span) => (
              <td key={span} data-span={span}>
                <NumberButton
                  count={statistics[span][kind]}
                  number={{ show: kind, of: span }}
                  period={statistics.period}
                  onOpen={onOpen}
                />
                {changeOf(span, kind)}
              </td>
            ))}
          </tr>
        ))}
        {workKindsOf(statistics.current).map((kind) => (
          <tr key={kind} data-kind={kind}>
            <th scope="row">
              <span className={classes.kindName}>{t(workMessages[kind])}</span>
              <span className={`${classes.note} ${classes.kindHelp}`}>{t(workHelp[kind])}</span>
            </th>
            {spans.map((span) => (
              <td key={span} data-span={span}>
                <WorkNumber
                  numbers={statistics[span]}
                  kind={kind}
                  whose={t(spanMessages[statistics.period][span])}
                  filter={{ projectId, from: statistics[span].from, to: statistics[span].to }}
                  onEntries={onEntries}
                />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
