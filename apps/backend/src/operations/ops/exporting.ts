import { type Counts, countsText } from './content-check';
import { writeExport } from './export-file';
import { contentOf } from './export-item';
import { type ReportLine, throttled } from './operation-report';
import { assertImported } from './preconditions';
import type { Stores } from './stores';

/**
 * Exports the whole installation as of now into one file, while it is in use.
 * @throws OperationRefused
 */
export async function exportTo(file: string, stores: Stores, secret: string, report: ReportLine): Promise<void> {
  const sometimes = throttled(report);
  await assertImported(stores.accounts);
  const position = await stores.log.end();
  const header = { gos: 'export', format: 1, at: new Date().toISOString(), position, secret } as const;
  let altered = 0;
  const onAltered = (sentence: string) => {
    altered++;
    report(sentence);
  };
  const onCounts = (counts: Counts) => sometimes(() => countsText(counts));
  const ending = await writeExport(file, header, contentOf(stores, position), onCounts, onAltered);
  report(`${file}: ${countsText(ending)}, everything up to position ${position ?? 'none'}`);
  if (altered > 0)
    report(
      `${altered} events were altered or cannot be read. They are in the file as they are, and no import takes it.`,
    );
  report(`sha256 of its lines: ${ending.sha256}`);
  report('It holds names, password hashes and the key of the sessions: keep it as safe as the data folder.');
}
