import { readModels } from '@gos/projections';
import type { ReadModels } from '../../stores/read-models/read-models';
import type { ReportLine } from './operation-report';

/** The most documents of a read model that are named. */
const maxNamed = 100;

/** Reports the documents that are set aside, and why. Resolves with false when there are any. */
export async function reportSetAside(store: ReadModels, report: ReportLine): Promise<boolean> {
  let total = 0;
  for (const { name } of readModels) {
    const version = await store.activeVersion(name);
    if (!version) continue;
    const model = { name, version };
    const count = (await store.countSetAside([model])).get(name) ?? 0;
    if (count === 0) continue;
    total += count;
    report(`${name}: ${count} set aside (npm run ops -- rebuild ${name}, once the cause is gone)`);
    for (const { id, position, since, reason, at } of await store.setAside(model, maxNamed)) {
      const frozen = position === null ? 'never made' : `frozen at ${position}`;
      report(`  ${id}: ${frozen}, since event ${since}, found ${at}: ${reason}`);
    }
    if (count > maxNamed) report(`  and ${count - maxNamed} more`);
  }
  if (total === 0) report('no documents are set aside');
  return total === 0;
}
