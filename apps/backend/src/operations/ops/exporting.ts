import { countsText } from './content-check';
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
  const ending = await writeExport(file, header, contentOf(stores, position), (counts) =>
    sometimes(() => countsText(counts)),
  );
  report(`${file}: ${countsText(ending)}, everything up to position ${position ?? 'none'}`);
  report(`sha256 of its lines: ${ending.sha256}`);
  report('It holds names, password hashes and the key of the sessions: keep it as safe as the data folder.');
}
