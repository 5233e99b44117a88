import { createHash, type Hash } from 'node:crypto';
import type { RecordedEvent } from '@gos/domain';
import { alterationOf } from '../../kernel/event-hash';
import type { ExportItem } from './export-item';
import { OperationRefused } from './operation-report';
import { alterationSentences } from './verify-log';

export interface Counts {
  readonly events: number;
  readonly accounts: number;
  readonly counters: number;
  readonly claims: number;
  readonly files: number;
}

const kinds = ['event', 'account', 'counter', 'claim', 'file', 'part'] as const;

export function countsText({ events, accounts, files }: Counts): string {
  return `${events} events, ${accounts} accounts, ${files} files`;
}

/** Checks an export item by item: the order, the hash chain of every stream, unique keys, and the hash of every file. */
export class ContentCheck {
  readonly counts = { events: 0, accounts: 0, counters: 0, claims: 0, files: 0 };
  private readonly heads = new Map<string, Pick<RecordedEvent, 'revision' | 'metadata'>>();
  private readonly keys = new Set<string>();
  private last = 0;
  private file: { readonly sha256: string; readonly hash: Hash; left: number } | null = null;

  /** @param onAltered called with each event that was altered or cannot be read; by default it is refused */
  constructor(
    private readonly onAltered: (sentence: string) => void = (sentence) => {
      throw new OperationRefused(`The history was altered: ${sentence}.`);
    },
  ) {}

  /** @throws OperationRefused */
  take(carried: ExportItem): void {
    const kind = kinds.findIndex((name) => name in carried);
    if (kind < 0) throw new OperationRefused('There is something in it that this version of Gos does not know.');
    const inOrder = kind >= this.last && 'part' in carried === this.isOpen;
    if (!inOrder) throw new OperationRefused('Its parts are not in their order.');
    if ('event' in carried) this.event(carried.event as RecordedEvent);
    else if ('account' in carried) this.account(carried.account);
    else if ('counter' in carried) this.counts.counters++;
    else if ('claim' in carried) this.counts.claims++;
    else if ('file' in carried) this.begin(carried.file);
    else this.part(carried.part);
    this.last = 'part' in carried ? kind - 1 : kind;
  }

  /** @throws OperationRefused when the last file is incomplete */
  end(): Counts {
    if (this.isOpen) throw this.damaged(this.file!.sha256);
    return this.counts;
  }

  private get isOpen(): boolean {
    return this.file !== null && this.file.left > 0;
  }

  private event(event: RecordedEvent): void {
    const { stream, revision, metadata } = event;
    const altered = alterationOf(event, this.heads.get(stream) as RecordedEvent | undefined);
    if (altered) this.onAltered(`${stream} revision ${revision}: ${alterationSentences[altered.reason]}`);
    const { previousHash, hash } = metadata;
    this.heads.set(stream, { revision, metadata: { previousHash, hash } as RecordedEvent['metadata'] });
    this.counts.events++;
  }

  private account({ kind, id, unique }: Extract<ExportItem, { account: unknown }>['account']): void {
    for (const key of [`${kind} ${id}`, ...unique.map((one) => `${kind}: ${one}`)]) {
      if (this.keys.has(key))
        throw new OperationRefused('Something of a person was changed meanwhile; please try again.');
      this.keys.add(key);
    }
    this.counts.accounts++;
  }

  private begin({ sha256, size }: { sha256: string; size: number }): void {
    this.file = { sha256, hash: createHash('sha256'), left: size };
    this.counts.files++;
    if (size === 0) this.close();
  }

  private part(part: string): void {
    const bytes = Buffer.from(part, 'base64');
    this.file!.hash.update(bytes);
    this.file!.left -= bytes.length;
    if (this.file!.left <= 0) this.close();
  }

  private close(): void {
    const { sha256, hash, left } = this.file!;
    if (left !== 0 || hash.digest('hex') !== sha256) throw this.damaged(sha256);
  }

  private damaged(sha256: string): OperationRefused {
    return new OperationRefused(`The content of the file ${sha256} is not what its hash says: it is damaged.`);
  }
}
