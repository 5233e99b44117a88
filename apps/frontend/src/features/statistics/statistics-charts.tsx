import '@mantine/charts/styles.css';
import type { PeriodStatistics, StatisticsAnswer } from '@gos/contract';
import { BarChart, LineChart } from '@mantine/charts';
import { Group, Text } from '@mantine/core';
import { useIntl } from 'react-intl';
import { durationText } from '../../entities/task/duration';
import { useT } from '../../i18n';
import { Card } from '../../ui/card';
import pieces from '../../ui/pieces.module.css';
import classes from './statistics.module.css';
import { spans } from './statistics-search';
import { kindMessages, spanMessages, useDay } from './statistics-text';
import { workMessages } from './work-numbers';

const still = { isAnimationActive: false };
/** The charts are hidden from screen readers, because the tables contain their numbers. */
const common = {
  h: 236,
  gridColor: 'var(--gos-line)',
  textColor: 'var(--gos-muted)',
  strokeDasharray: '0',
  tickLine: 'none',
  accessibilityLayer: false,
  tooltipProps: { isAnimationActive: false },
  yAxisProps: { allowDecimals: false, width: 44 },
} as const;

const shown = ['created', 'solved', 'returned', 'overdue'] as const;
/** As time goes. */
const inOrder = [...spans].reverse();
const spanColours = {
  before: 'color-mix(in srgb, var(--gos-muted) 38%, var(--gos-page))',
  previous: 'color-mix(in srgb, var(--gos-accent) 45%, var(--gos-page))',
  current: 'var(--gos-accent)',
};

const lineColours = { created: 'var(--gos-muted)', solved: 'var(--gos-solved)' };

type Pattern = 'solid' | 'striped' | 'dotted';
/** Bars differ by a pattern too, for readers who see no colours and for grey paper. */
const spanPatterns = { before: 'dotted', previous: 'striped', current: 'solid' } as const;
const workPatterns = { estimateMinutes: 'striped', workedMinutes: 'solid' } as const;

const patternId = (chart: string, name: string) => `statistics-${chart}-${name}`;

function Patterns({
  chart,
  colours,
  patterns,
}: {
  readonly chart: string;
  readonly colours: Readonly<Record<string, string>>;
  readonly patterns: Readonly<Record<string, Pattern>>;
}) {
  return (
    <defs>
      {Object.entries(patterns).map(([name, pattern]) => (
        <pattern
          key={name}
          id={patternId(chart, name)}
          width={6}
          height={6}
          patternUnits="userSpaceOnUse"
          patternTransform={pattern === 'striped' ? 'rotate(45)' : undefined}
        >
          <rect width={6} height={6} style={{ fill: colours[name] }} />
          {pattern === 'striped' && <rect width={2} height={6} style={{ fill: 'var(--gos-panel)' }} />}
          {pattern === 'dotted' && <circle cx={3} cy={3} r={1.4} style={{ fill: 'var(--gos-panel)' }} />}
        </pattern>
      ))}
    </defs>
  );
}

const patterned =
  (chart: string) =>
  ({ name }: { readonly name: string }) => ({ ...still, fill: `url(#${patternId(chart, name)})` });

const workBars = ['estimateMinutes', 'workedMinutes'] as const;
const workColours = {
  estimateMinutes: 'color-mix(in srgb, var(--gos-muted) 38%, var(--gos-page))',
  workedMinutes: 'var(--gos-accent)',
};

interface LegendEntry {
  readonly label: string;
  readonly colour: string;
  readonly line?: 'solid' | 'dashed';
  readonly pattern?: Pattern;
}

function Legend({ entries }: { readonly entries: readonly LegendEntry[] }) {
  return (
    <Group component="ul" gap="2px 16px" fz={12.5} c="dimmed" mb={10} className={pieces.list}>
      {entries.map(({ label, colour, line, pattern }) => (
        <li key={label} className={pieces.inline}>
          <span className={classes.swatch} data-line={line} data-pattern={pattern} style={{ color: colour }} />
          {label}
        </li>
      ))}
    </Group>
  );
}

interface StatisticsChartsProps {
  readonly statistics: StatisticsAnswer;
  readonly burnUp: PeriodStatistics['burnUp'];
}

/** Loaded when charts are looked at: the library is large. */
export function StatisticsCharts({ statistics, burnUp }: StatisticsChartsProps) {
  const t = useT();
  const day = useDay(false);
  const { formatNumber } = useIntl();
  const numbers = { valueFormatter: (value: number) => formatNumber(value) };
  return (
    <div className={classes.charts}>
      <Card component="figure" className={classes.chart}>
        <Text component="figcaption" inherit fw={600} mb={6}>
          {t('statistics.burn-up')}
        </Text>
        <div aria-hidden>
          <Legend
            entries={[
              { label: t(kindMessages.created), colour: lineColours.created, line: 'dashed' },
              { label: t(kindMessages.solved), colour: lineColours.solved, line: 'solid' },
            ]}
          />
          <LineChart
            {...common}
            {...numbers}
            data={burnUp.map(({ date, created, solved }) => ({ day: day(date), created, solved }))}
            dataKey="day"
            series={[
              {
                name: 'created',
                label: t(kindMessages.created),
                color: lineColours.created,
                strokeDasharray: '5 4',
              },
              { name: 'solved', label: t(kindMessages.solved), color: lineColours.solved },
            ]}
            curveType="linear"
            withDots={burnUp.length <= 31}
            lineProps={still}
            xAxisProps={{ minTickGap: 24 }}
          />
        </div>
      </Card>
      <Card component="figure" className={classes.chart}>
        <Text component="figcaption" inherit fw={600} mb={6}>
          {t('statistics.compared')}
        </Text>
        <div aria-hidden>
          <Legend
            entries={inOrder.map((span) => ({
              label: t(spanMessages[statistics.period][span]),
              colour: spanColours[span],
              pattern: spanPatterns[span],
            }))}
          />
          <BarChart
            {...common}
            {...numbers}
            data={shown.map((kind) => ({
              kind: t(kindMessages[kind]),
              ...Object.fromEntries(spans.map((span) => [span, statistics[span][kind]])),
            }))}
            dataKey="kind"
            series={inOrder.map((span) => ({
              name: span,
              label: t(spanMessages[statistics.period][span]),
              color: spanColours[span],
            }))}
            withBarValueLabel
            maxBarWidth={34}
            barProps={patterned('spans')}
            xAxisProps={{ interval: 0 }}
          >
            <Patterns chart="spans" colours={spanColours} patterns={spanPatterns} />
          </BarChart>
        </div>
      </Card>
      <Card component="figure" className={classes.chart}>
        <Text component="figcaption" inherit fw={600} mb={6}>
          {t('statistics.work.compared')}
        </Text>
        <div aria-hidden>
          <Legend
            entries={workBars.map((kind) => ({
              label: t(workMessages[kind]),
              colour: workColours[kind],
              pattern: workPatterns[kind],
            }))}
          />
          <BarChart
            {...common}
            valueFormatter={durationText}
            data={inOrder.map((span) => ({
              span: t(spanMessages[statistics.period][span]),
              ...Object.fromEntries(workBars.map((kind) => [kind, statistics[span][kind]])),
            }))}
            dataKey="span"
            series={workBars.map((kind) => ({ name: kind, label: t(workMessages[kind]), color: workColours[kind] }))}
            maxBarWidth={34}
            barProps={patterned('work')}
            yAxisProps={{ width: 64 }}
            xAxisProps={{ interval: 0 }}
          >
            <Patterns chart="work" colours={workColours} patterns={workPatterns} />
          </BarChart>
        </div>
      </Card>
    </div>
  );
}
