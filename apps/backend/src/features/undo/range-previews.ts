import { type UndoPreview, undoRangeOperations } from '@gos/contract';
import type { Refusal } from '@gos/domain';
import type { ActivityDocument } from '@gos/projections';
import { Inject, Injectable } from '@nestjs/common';
import type { PersonSender } from '../../engine/commands/command-sender';
import { cutPage, pageBytes } from '../../http/cut-page';
import { parseListQuery, skipOf } from '../../http/list-query';
import { inParts } from '../../kernel/pieces';
import { filtersIn } from '../../shared/activity/activity-filters';
import { AuditRecords } from '../../shared/activity/audit-records';
import { Happenings } from '../../shared/activity/happenings';
import { ByteBudget, sizeOf } from '../../stores/event-log/byte-budget';
import { EVENT_LOG, type EventLog } from '../../stores/event-log/event-log';
import { RangeActions } from './range-actions';
import { reasonsOf } from './range-reasons';
import { UndoDecisions } from './undo-decisions';

type Actor = PersonSender['actor'];
type Item = UndoPreview['items'][number];

interface Decided {
  readonly actions: readonly ActivityDocument[];
  readonly refusals: ReadonlyMap<string, Refusal | null>;
}

const partSize = 10;

/** Shows which actions of a range can be undone. */
@Injectable()
export class RangePreviews {
  /** The last preview of this process serves its further pages until an event follows. */
  private latest: { readonly key: string; readonly decided: Promise<Decided> } | null = null;

  constructor(
    private readonly actions: RangeActions,
    private readonly decisions: UndoDecisions,
    private readonly happenings: Happenings,
    private readonly records: AuditRecords,
    @Inject(EVENT_LOG) private readonly log: EventLog,
  ) {}

  /** It is recorded as a search, before it is answered. */
  async page(raw: Readonly<Record<string, unknown>>, sender: PersonSender): Promise<UndoPreview> {
    const reader = sender.actor;
    const query = parseListQuery(raw, undoRangeOperations.preview.query);
    const key = JSON.stringify([reader.id, await this.log.end(), filtersIn(raw)]);
    if (this.latest?.key !== key) this.latest = { key, decided: this.decided(query, reader) };
    const { decided } = this.latest;
    const { actions, refusals } = await decided.catch((error: unknown) => {
      if (this.latest?.decided === decided) this.latest = null;
      throw error;
    });
    await this.records.write({ type: 'search', body: { filters: filtersIn(raw), found: actions.length } }, sender);
    const codes = [...refusals.values()].flatMap((refusal) => refusal?.refused ?? []);
    const totals = { total: actions.length, undoable: actions.length - codes.length, refused: reasonsOf(codes) };
    const { skip, limit } = skipOf(query);
    const wanted = actions.slice(skip, skip + limit);
    const items: Item[] = [];
    const budget = new ByteBudget(pageBytes);
    let read = 0;
    for await (const part of inParts(wanted, partSize)) {
      const shown = await this.itemsOf(part, refusals, reader);
      items.push(...shown);
      read += part.length;
      for (const item of shown) budget.spend(sizeOf(item));
      if (budget.isSpent) break;
    }
    const { page, pageSize } = query;
    if (read === wanted.length) return { items, ...totals, page, pageSize };
    const cut = cutPage(query, read);
    const within = new Set(wanted.slice(0, cut.pageSize).map(({ id }) => id));
    return { items: items.filter(({ action }) => within.has(action.id)), ...totals, ...cut };
  }

  private async decided(query: Parameters<RangeActions['of']>[0], reader: Actor): Promise<Decided> {
    const actions = await this.actions.of(query);
    return { actions, refusals: await this.actions.refusals(actions, reader) };
  }

  private async itemsOf(part: readonly ActivityDocument[], refusals: Decided['refusals'], reader: Actor) {
    const items: Item[] = [];
    for (const action of await this.happenings.of(part, reader)) {
      const refusal = refusals.get(action.id) ?? null;
      const later = refusal && (await this.decisions.laterIn(refusal, reader));
      items.push({ action, refusal: refusal && { code: refusal.refused, later } });
    }
    return items;
  }
}
