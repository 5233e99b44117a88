import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { type Cell, csvOf, downloadCsv } from '../lib/csv';
import { showProblem } from './toast';
import { Chip } from './toolbar';

interface CsvChipProps {
  readonly label: string;
  /** name of the file, without its ending */
  readonly file: string;
  readonly failure: string;
  readonly columns: readonly string[];
  /** Reads all rows, of every page. */
  readonly rows: () => Promise<readonly (readonly Cell[])[]>;
}

/** Saves a list as a file for spreadsheets, all of its pages as they are filtered and sorted. */
export function CsvChip({ label, file, failure, columns, rows }: CsvChipProps) {
  const { locale } = useIntl();
  const [busy, setBusy] = useState(false);
  async function run() {
    if (busy) return;
    setBusy(true);
    try {
      downloadCsv(file, csvOf([columns, ...(await rows())], locale));
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
