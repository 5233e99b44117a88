import { activityOperations, type Happening } from '@gos/contract';
import { hasPermission, mayAudit, refuse } from '@gos/domain';
import { type ActivityDocument, activityModel, seesAll } from '@gos/projections';
import { Injectable } from '@nestjs/common';
import type { PersonSender } from '../../engine/commands/command-sender';
import { ActiveReadModels } from '../../engine/projections/active-read-models';
import { cutPage, pageBytes } from '../../http/cut-page';
import { type ParsedListQuery, parseListQuery, parseQuery, skipOf } from '../../http/list-query';
import { pageOf } from '../../http/page-of';
import { inParts, turn } from '../../kernel/pieces';
import { Refused } from '../../kernel/refused';
import { ActivityFilters, type ActivityQuery, filtersIn } from '../../shared/activity/activity-filters';
import { ActivityPlaces } from '../../shared/activity/activity-places';
import { ActivitySources } from '../../shared/activity/activity-sources';
import { AuditRecords } from '../../shared/activity/audit-records';
import { Happenings } from '../../shared/activity/happenings';
import { VisibleProjects } from '../../shared/project/visible-projects';
import type { Reader } from '../../shared/user/user-answers';
import { ByteBudget, sizeOf } from '../../stores/event-log/byte-budget';
import type { Filter } from '../../stores/read-models/read-models';

type Raw = Readonly<Record<string, unknown>>;

const partSize = 10;
const exportedAtOnce = 50;

const newestFirst = [{ field: 'order', direction: 'desc' }] as const;
const oldestFirst = [{ field: 'order', direction: 'asc' }] as const;

/** Searches the index of all events. Searches and exports by auditors and admins are recorded before they are answered. */
@Injectable()
export class ActivitySearch {
  constructor(
    private readonly readModels: ActiveReadModels,
    private readonly happenings: Happenings,
    private readonly filters: ActivityFilters,
    private readonly places: ActivityPlaces,
    private readonly sources: ActivitySources,
    private readonly projects: VisibleProjects,
    private readonly records: AuditRecords,
  ) {}

  /** @throws Refused with `user.forbidden` for anybody but admins and auditors */
  async search(raw: Raw, sender: PersonSender) {
    assertAuditor(sender.actor);
    const query = parseListQuery(raw, activityOperations.search.query);
    const page = await this.page(query, await this.filters.of(query), sender.actor);
    await this.records.write({ type: 'search', body: { filters: filtersIn(raw), found: page.total } }, sender);
    return page;
  }

  /** @throws Refused with `user.forbidden` for anybody but admins and auditors */
  async sourcesOf(raw: Raw, reader: Reader) {
    assertAuditor(reader);
    const { q = '', ...own } = parseQuery(raw, activityOperations.sources.query);
    return this.sources.find({ q: q.trim() === '' ? null : q, ...own });
  }

  async ofProject(projectId: number, raw: Raw, reader: Reader) {
    const query = parseListQuery(raw, activityOperations.ofProject.query);
    await this.projects.project(projectId, reader);
    const hidden = seesAll(reader) ? [] : (await this.places.goneFrom(projectId, reader)).hidden;
    const isManager = seesAll(reader) || hasPermission(reader, projectId, 'manage');
    const filter: Filter = {
      $and: [
        { projectId },
        await this.filters.of(query as unknown as ActivityQuery),
        ...(hidden.length > 0 ? [{ taskId: { $nin: hidden } }] : []),
        ...(isManager ? [] : [{ isMoneyOnly: false }, { kind: { $ne: 'webhook' } }]),
      ],
    };
    return this.page(query, filter, reader);
  }

  /** Checks right and query before the first byte of an answer. */
  async exporting(raw: Raw, sender: PersonSender) {
    assertAuditor(sender.actor);
    const query = parseListQuery(raw, activityOperations.export.query);
    const { after = '0', format } = query.own;
    const within: Filter[] = [await this.filters.of(query as unknown as ActivityQuery)];
    if (after !== '0') within.push({ order: { $gt: after.padStart(20, '0') } });
    const filter: Filter = { $and: within };
    const [last] = await this.readModels.find<ActivityDocument>(activityModel, filter, {
      sort: newestFirst,
      limit: 1,
    });
    const found = await this.readModels.count(activityModel, filter);
    await this.records.write({ type: 'export', body: { filters: filtersIn(raw), found } }, sender);
    return { format, items: this.oldestFirst(filter, after, last?.order ?? '', sender.actor) };
  }

  /** Yields the matches up to a place in the log, a few at a time. */
  private async *oldestFirst(filter: Filter, after: string, last: string, reader: Reader) {
    for (let order = after.padStart(20, '0'); order < last; ) {
      const among: Filter = { $and: [filter, { order: { $gt: order, $lte: last } }] };
      const found = await this.readModels.find<ActivityDocument>(activityModel, among, {
        sort: oldestFirst,
        limit: exportedAtOnce,
      });
      for await (const part of inParts(found, partSize)) yield await this.happenings.of(part, reader);
      if (found.length < exportedAtOnce) return;
      order = found.at(-1)!.order;
      await turn();
    }
  }

  private async page(query: Pick<ParsedListQuery, 'page' | 'pageSize'>, filter: Filter, reader: Reader) {
    const options = { sort: newestFirst, ...skipOf(query) };
    const { documents, total } = await pageOf<ActivityDocument>(this.readModels, activityModel, filter, options);
    const items: Happening[] = [];
    const budget = new ByteBudget(pageBytes);
    let read = 0;
    for await (const part of inParts(documents, partSize)) {
      const told = await this.happenings.of(part, reader);
      items.push(...told);
      read += part.length;
      for (const item of told) budget.spend(sizeOf(item));
      if (budget.isSpent) break;
    }
    const { page, pageSize } = query;
    if (read === documents.length) return { items, total, page, pageSize };
    const cut = cutPage(query, read);
    const within = new Set(documents.slice(0, cut.pageSize).map(({ id }) => id));
    return { items: items.filter(({ id }) => within.has(id)), total, ...cut };
  }
}

function assertAuditor(reader: Reader): void {
  if (!mayAudit(reader)) throw new Refused(refuse('user.forbidden'));
}
