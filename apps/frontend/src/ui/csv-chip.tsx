import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { type Cell, csvOf, downloadCsv } from '../lib/csv';
import { showProblem } from './toast';
import { Chip } from './toolbar';

/** A column: its head, and the cell of an item. */
export type CsvColumn<T> = readonly [head: string, cell: (item: T) => Cell];

interface CsvChipProps<T> {
  readonly label: string;
  /** name of the file, without its ending */
  readonly file: string;
  readonly failure: string;
  readonly columns: readonly CsvColumn<T>[];
  /** Reads all items, of every page. */
  readonly items: () => Promise<readonly T[]>;
}

/** Saves a list as a file for spreadsheets, all of its pages as they are filtered and sorted. */
export function CsvChip<T>({ label, file, failure, columns, items }: CsvChipProps<T>) {
  const { locale } = useIntl();
  const [busy, setBusy] = useState(false);
  async function run() {
    if (busy) return;
    setBusy(true);
    try {
      const rows = (await items()).map((item) => columns.map(([, cell]) => cell(item)));
      downloadCsv(file, csvOf([columns.map(([head]) => head), ...rows], locale));
    } catch (error) {
      showProblem(error, failure);
    } finally {
      setBusy(false);
    }
  }
  return (
    <Chip
      leftSection={<IconDownload size={15} stroke={1.75} />}
      loading={busy}
      onClick={() => void run()}
      aria-label={label}
    >
      CSV
    </Chip>
  );
}
