import { Checkpoints, TreeDiverged } from '../../engine/proof/checkpoints';
import { Progress } from '../../kernel/progress';
import { countUpTo } from '../../stores/event-log/event-count';
import { countsText } from './content-check';
import { writeExport } from './export-file';
import { contentOf, type ExportItem } from './export-item';
import type { ReportLine } from './operation-report';
import { assertImported } from './preconditions';
import type { Stores } from './stores';

/**
 * Exports the whole installation as of now into one file, while it is in use.
 * @throws OperationRefused
 */
export async function exportTo(file: string, stores: Stores, secret: string, report: ReportLine): Promise<void> {
  await assertImported(stores.accounts);
  await signLog(stores, secret, report);
  const position = await stores.log.end();
  const header = { gos: 'export', format: 1, at: new Date().toISOString(), position, secret } as const;
  let altered = 0;
  const onAltered = (sentence: string) => {
    altered++;
    report(sentence);
  };
  const events = new Progress({ doing: 'exporting', unit: 'events', all: countUpTo(stores.log, position) }, report);
  const others = new Progress({ doing: 'exporting', unit: 'accounts, claims and parts of files', all: null }, report);
  const onItem = (carried: ExportItem) => ('event' in carried ? events : others).add();
  const ending = await writeExport(file, header, contentOf(stores, position), onItem, onAltered);
  report(`${file}: ${countsText(ending)}, everything up to position ${position ?? 'none'}`);
  if (altered > 0)
    report(
      `${altered} events were altered or cannot be read. They are in the file as they are, and no import takes it.`,
    );
  report(`sha256 of its lines: ${ending.sha256}`);
  report('It holds names, password hashes and the key of the sessions: keep it as safe as the data folder.');
}

/** A log that does not continue its checkpoints is exported nevertheless: it may be the only copy. */
async function signLog({ log, accounts }: Stores, secret: string, report: ReportLine): Promise<void> {
  try {
    const checkpoint = await Checkpoints.over({ log, accounts, secret }).make();
    if (checkpoint) report(`checkpoint of ${checkpoint.size} events signed`);
  } catch (error) {
    if (!(error instanceof TreeDiverged)) throw error;
    report(error.message);
  }
}
