/** One measured number and its baseline from the same run. */
export interface Figure {
  readonly name: string;
  readonly value: number;
  readonly unit: Unit;
  readonly baseline?: Baseline;
  /** `value / baseline`; the unit decides which direction is better. */
  readonly ratio?: number;
  readonly note?: string;
}

export type Unit = '/s' | 'ms' | 'µs' | 'MB' | 'kB' | 'documents';

export interface Baseline {
  readonly name: string;
  readonly value: number;
}

/** A function with its own share of the processor's busy time. */
export interface HotFunction {
  readonly name: string;
  readonly share: number;
}

export interface Profile {
  readonly of: string;
  /** Share of the time in which the main thread was idle. */
  readonly idle: number;
  readonly functions: readonly HotFunction[];
  /** The same by package or folder, which sums up many small functions. */
  readonly places: readonly HotFunction[];
  /** Our own functions by the time spent in them and in their callees. */
  readonly within: readonly HotFunction[];
}

export interface Section {
  readonly name: string;
  readonly title: string;
  readonly figures: readonly Figure[];
  readonly profiles: readonly Profile[];
  /** Processors that other programs kept busy before or after, whichever is more; above 0.2 the figures are unreliable. */
  readonly others?: number;
  /** Reason for missing figures, such as a part of the product that is not built. */
  readonly skipped?: string;
  /** The error that ended the section. */
  readonly failed?: string;
}

export function figure(
  name: string,
  value: number,
  unit: Unit,
  baseline?: Baseline | undefined,
  note?: string,
): Figure {
  return {
    name,
    value,
    unit,
    ...(baseline && { baseline, ratio: value / baseline.value }),
    ...(note !== undefined && { note }),
  };
}

/** The value below which a share of them lies; the array is sorted in place. */
export function percentile(values: number[] | Float64Array, share: number): number {
  values.sort((a: number, b: number) => a - b);
  return values[Math.min(values.length - 1, Math.floor(values.length * share))] ?? Number.NaN;
}

export function readable(value: number): string {
  if (!Number.isFinite(value)) return '–';
  if (value >= 1_000) return Math.round(value).toLocaleString('en-US');
  if (value >= 100) return value.toFixed(0);
  return value >= 10 ? value.toFixed(1) : value >= 0.1 ? value.toFixed(2) : value.toPrecision(2);
}

const quantity = (value: number, unit: Unit) => `${readable(value)}${unit === '/s' ? '/s' : ` ${unit}`}`;

/** Rows in columns: the first one to the left, the others to the right. */
export function table(rows: readonly (readonly string[])[]): string {
  const widths: number[] = [];
  for (const row of rows) {
    row.forEach((cell, column) => {
      widths[column] = Math.max(widths[column] ?? 0, cell.length);
    });
  }
  const line = (row: readonly string[]) =>
    row
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[column]!) : cell.padStart(widths[column]!)))
      .join('  ');
  return rows.map((row) => `  ${line(row).trimEnd()}`).join('\n');
}

export function sectionText({ title, figures, profiles, skipped, failed, others = 0 }: Section): string {
  const disturbed = others > 0.2 ? ` (disturbed: others kept ${others.toFixed(1)} processors busy)` : '';
  const parts = [`\n${title}${disturbed}`];
  if (skipped !== undefined) parts.push(`  not measured: ${skipped}`);
  if (failed !== undefined) parts.push(`  failed: ${failed}`);
  if (figures.length > 0) {
    parts.push(
      table([
        ['', 'measured', 'baseline', 'ratio'],
        ...figures.map(({ name, value, unit, baseline, ratio }) => [
          name,
          quantity(value, unit),
          baseline ? quantity(baseline.value, unit) : '',
          ratio === undefined ? '' : `×${readable(ratio)}`,
        ]),
      ]),
    );
  }
  const baselines = new Set(figures.flatMap(({ baseline }) => baseline?.name ?? []));
  for (const name of baselines) parts.push(`  baseline: ${name}`);
  for (const { name, note } of figures) if (note !== undefined) parts.push(`  ${name}: ${note}`);
  for (const profile of profiles) parts.push(profileText(profile));
  return parts.join('\n');
}

const percent = (share: number) => `${(share * 100).toFixed(1)} %`;

export const listed = (all: readonly HotFunction[]) =>
  all.map(({ name, share }) => `${name} ${percent(share)}`).join(', ');

function profileText({ of, idle, functions, places, within }: Profile): string {
  return [
    `  processor during: ${of} (main thread idle ${percent(idle)})`,
    `    by place: ${listed(places)}`,
    `    with what they call: ${listed(within)}`,
    '    in themselves:',
    ...functions.map(({ name, share }) => `    ${percent(share).padStart(7)}  ${name}`),
  ].join('\n');
}
