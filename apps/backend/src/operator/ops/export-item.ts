import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { comparePositions, type RecordedEvent } from '@gos/domain';
import { claimsMark } from '../../engine/parts/marks';
import type { Checkpoint } from '../../engine/proof/checkpoints';
import { canonicalJson } from '../../kernel/event-hash';
import type { AccountSnapshot } from '../../stores/accounts/accounts';
import type { Claim } from '../../stores/claims/claims';
import { ByteBudget } from '../../stores/event-log/byte-budget';
import type { Files, StoredFile } from '../../stores/files/files';
import { isMark, type Stores } from './stores';

/** The content of an installation, item by item; a file is followed by its parts in base64. */
export type ExportItem =
  | { readonly event: Omit<RecordedEvent, 'position'> }
  | { readonly account: AccountSnapshot }
  | { readonly counter: { readonly name: string; readonly value: number } }
  | { readonly claim: Claim }
  | { readonly file: StoredFile }
  | { readonly part: string };

/** Size of a part of a file in bytes. */
export const partBytes = 192 * 1024;
const page = 200;
/** Number of events per page: servers answer few large pages faster than many small ones. */
const eventsPage = 500;

/** One line of text, equal for equal content of any store. */
export const lineOf = (carried: unknown) => `${canonicalJson(carried)}\n`;

/**
 * The whole content in a fixed order: the events up to a position, then the other stores. Those are read later, so
 * under concurrent writes they may be newer than the events but never older: nothing that an event refers to is
 * missing.
 */
export async function* contentOf(stores: Stores, upTo: string | null): AsyncGenerator<ExportItem> {
  let events = 0;
  for await (const event of eventsOf(stores, upTo)) {
    events++;
    yield event;
  }
  for await (const item of accountsOf(stores)) {
    // A checkpoint that was signed meanwhile has events that the export lacks.
    const { kind, value } = item.account;
    if (kind !== 'checkpoint' || (value as Checkpoint).size <= events) yield item;
  }
  for (const counter of await stores.claims.counters()) yield { counter };
  yield* claimsOf(stores);
  for await (const file of stores.files.all()) yield* partsOf(stores.files, file);
}

/** SHA-256 over the lines of a whole content. */
export async function digestOf(content: AsyncIterable<ExportItem>, onItem: () => void = () => {}): Promise<string> {
  const hash = createHash('sha256');
  for await (const carried of content) {
    hash.update(lineOf(carried));
    onItem();
  }
  return hash.digest('hex');
}

async function* eventsOf({ log }: Stores, upTo: string | null): AsyncGenerator<ExportItem> {
  if (upTo === null) return;
  for (let next = log.readAll(null, eventsPage, new ByteBudget()); ; ) {
    const events: RecordedEvent[] = await next;
    if (events.length === 0) return;
    // Requested while these are being written or compared.
    next = log.readAll(events.at(-1)!.position, eventsPage, new ByteBudget());
    next.catch(() => {});
    for (const { position, ...event } of events) {
      if (comparePositions(position, upTo) > 0) return;
      yield { event };
    }
    await nextTurn();
  }
}

async function* accountsOf({ accounts }: Stores): AsyncGenerator<Extract<ExportItem, { account: unknown }>> {
  for (let after: AccountSnapshot | null = null; ; ) {
    const records: AccountSnapshot[] = await accounts.listAll(after, page);
    for (const account of records) {
      if (!isMark(account)) yield { account };
    }
    if (records.length < page) return;
    after = records.at(-1)!;
    await nextTurn();
  }
}

async function* claimsOf({ claims }: Stores): AsyncGenerator<ExportItem> {
  for (let after: string | null = null; ; ) {
    const found: readonly Claim[] = await claims.listClaims(after, page);
    for (const claim of found) if (claim.key !== claimsMark) yield { claim };
    if (found.length < page) return;
    after = found.at(-1)!.key;
    await nextTurn();
  }
}

/**
 * Parts have a fixed size, however the store chunks its streams. A file that was deleted meanwhile is skipped: nothing
 * refers to it.
 */
async function* partsOf(files: Files, { sha256, size }: StoredFile): AsyncGenerator<ExportItem> {
  const content = await files.get(sha256);
  if (!content) return;
  try {
    yield { file: { sha256, size } };
    let waiting: Buffer[] = [];
    let bytes = 0;
    for await (const chunk of content) {
      waiting.push(chunk as Buffer);
      bytes += (chunk as Buffer).length;
      if (bytes < partBytes) continue;
      const all = Buffer.concat(waiting);
      const whole = all.length - (all.length % partBytes);
      for (let at = 0; at < whole; at += partBytes) yield { part: all.toString('base64', at, at + partBytes) };
      waiting = [all.subarray(whole)];
      bytes = all.length - whole;
    }
    if (bytes > 0) yield { part: Buffer.concat(waiting).toString('base64') };
  } finally {
    content.destroy();
  }
}
