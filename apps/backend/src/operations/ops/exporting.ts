import { contentOf } from './carried';
import { countsText } from './content-check';
import { writeExport } from './export-file';
import { mustBeImported } from './preconditions';
import { type Say, saySometimes } from './say';
import type { Stores } from './stores';

/** Writes the whole installation into one file, as of now, while people go on working. @throws OperationRefused */
export async function exportTo(file: string, stores: Stores, secret: string, say: Say): Promise<void> {
  const sometimes = saySometimes(say);
  await mustBeImported(stores.accounts);
  const position = await stores.log.end();
  const header = { gos: 'export', format: 1, at: new Date().toISOString(), position, secret } as const;
  const ending = await writeExport(file, header, contentOf(stores, position), (counts) =>
    sometimes(() => countsText(counts)),
  );
  say(`${file}: ${countsText(ending)}, everything up to position ${position ?? 'none'}`);
  say(`sha256 of its lines: ${ending.sha256}`);
  say('It holds names, password hashes and the key of the sessions: keep it as safe as the data folder.');
}
