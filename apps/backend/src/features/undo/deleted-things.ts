import { type DeletedThing, deletedOperations, type Page } from '@gos/contract';
import {
  type DeletedKind,
  deletedKinds,
  deletionIn,
  hasPermission,
  type ProjectPermission,
  type Refusal,
  refusals,
} from '@gos/domain';
import {
  type ActivityDocument,
  activityModel,
  type CommentDocument,
  commentKey,
  commentModel,
  type DeletedDocument,
  deletedModel,
  type PlanDocument,
  planModel,
  seesAll,
  type TaskDocument,
  taskModel,
  type WorkDocument,
  workEntryId,
  workModel,
} from '@gos/projections';
import { Inject, Injectable, Logger } from '@nestjs/common';
import type { PersonSender } from '../../engine/commands/command-sender';
import { namingDamage } from '../../engine/commands/damaged-streams';
import { ActiveReadModels } from '../../engine/projections/active-read-models';
import { conditionsOf, parseListQuery, skipOf } from '../../http/list-query';
import { pageOf } from '../../http/page-of';
import { turn } from '../../kernel/pieces';
import { Happenings } from '../../shared/activity/happenings';
import { refBy, UserAnswers } from '../../shared/user/user-answers';
import { EVENT_LOG, type EventLog } from '../../stores/event-log/event-log';
import type { Filter } from '../../stores/read-models/read-models';
import { refusalFor } from './range-actions';
import { isHidden, UndoDecisions } from './undo-decisions';

type Reader = PersonSender['actor'];
type Deleted = NonNullable<DeletedDocument['deletion']>;
type Described = Pick<DeletedThing, 'name' | 'plan' | 'work'>;

const paths = { kind: 'deletion.kind', by: 'deletion.by' } as const;
const latestFirst = [{ field: 'deletion.order', direction: 'desc' }] as const;
/** Characters of a removed comment that its row shows. */
const longest = 200;

export const isDeletion = ({ stream, event }: ActivityDocument): boolean =>
  deletionIn({ stream, ...event })?.isDeleted === true;

/** Finds the things that a reader deleted or may restore; admins and auditors see everything. */
function visibleTo(reader: Reader): Filter[] {
  if (seesAll(reader)) return [];
  const inProjects = (least: ProjectPermission, kinds: readonly DeletedKind[]): Filter[] => {
    const projects = Object.keys(reader.projects).map(Number);
    const those = projects.filter((id) => hasPermission(reader, id, least));
    return those.length === 0
      ? []
      : [{ $and: [{ 'deletion.projectId': { $in: those } }, { 'deletion.kind': { $in: [...kinds] } }] }];
  };
  const own: Filter[] = [{ 'deletion.by': reader.id }, { 'deletion.ownerId': reader.id }];
  return [{ $or: [...own, ...inProjects('edit', ['board', 'file']), ...inProjects('manage', ['task'])] }];
}

/** Whether another person deleted the thing and the reader may not restore it. */
const isOfOthers = ({ by }: Deleted, refusal: Refusal, reader: Reader): boolean =>
  !seesAll(reader) && by !== reader.id && refusals[refusal.refused][0] === 'forbidden';

/** Lists everything that is deleted now, from the index of all events. */
@Injectable()
export class DeletedThings {
  private readonly logger = new Logger('DeletedThings');

  constructor(
    private readonly readModels: ActiveReadModels,
    private readonly decisions: UndoDecisions,
    private readonly happenings: Happenings,
    private readonly users: UserAnswers,
    @Inject(EVENT_LOG) private readonly log: EventLog,
  ) {}

  /** Things that the reader may not see now are left out of the page. */
  async page(raw: Readonly<Record<string, unknown>>, reader: Reader): Promise<Page<DeletedThing>> {
    const query = parseListQuery(raw, deletedOperations.list.query);
    const conditions = conditionsOf(query, paths);
    const all: Filter[] = query.filters.kind ? [] : [{ 'deletion.kind': { $in: [...deletedKinds] } }];
    const filter: Filter = { $and: [...conditions, ...all, ...visibleTo(reader)] };
    const options = { sort: latestFirst, ...skipOf(query) };
    const { documents, total } = await pageOf<DeletedDocument>(this.readModels, deletedModel, filter, options);
    const items = await this.itemsOf(
      documents.flatMap(({ deletion }) => deletion ?? []),
      reader,
    );
    const { page, pageSize } = query;
    return { items, total, page, pageSize };
  }

  private async itemsOf(deletions: readonly Deleted[], reader: Reader): Promise<DeletedThing[]> {
    const ids = deletions.map(({ eventId }) => eventId);
    const entries = await this.readModels.getMany<ActivityDocument>(activityModel, ids);
    const shown = new Map((await this.happenings.of([...entries.values()], reader)).map((one) => [one.id, one]));
    const described = await this.described(deletions);
    const owners = await this.users.namesAmong(
      deletions.map(({ ownerId }) => ownerId),
      reader,
      [],
    );
    const items: DeletedThing[] = [];
    for (const deletion of deletions) {
      const { eventId, kind, number: id, at, ownerId } = deletion;
      const happening = shown.get(eventId);
      const refusal = happening ? await this.refusalOf(entries.get(eventId)!, reader) : null;
      await turn();
      if (!happening || (refusal && (isHidden(refusal) || isOfOthers(deletion, refusal, reader)))) continue;
      const { by, task, project, thing } = happening;
      const { name, plan, work } = described.get(eventId)!;
      const own = kind === 'task' || kind === 'board' ? thing.name : name;
      const place = { task: kind === 'task' ? null : task, project, owner: refBy(owners, ownerId) };
      items.push({ eventId, kind, id, name: own, at, by, ...place, plan, work, refused: refusal?.refused ?? null });
    }
    return items;
  }

  /** Nothing of a thing with a damaged event can be restored. */
  private refusalOf(entry: ActivityDocument, reader: Reader): Promise<Refusal | null> {
    return namingDamage(this.log, () => this.decisions.refusalOf(entry, reader, undefined, 'restorer')).catch(
      (error: unknown) => refusalFor(error, this.logger),
    );
  }

  /** The contents of plans, work entries, comments and files, by the event that deleted them. */
  private async described(deletions: readonly Deleted[]): Promise<ReadonlyMap<string, Described>> {
    const idsOf = (kind: Deleted['kind'], idOf: (one: Deleted) => string) =>
      deletions.filter((one) => one.kind === kind).map(idOf);
    const planOf = ({ number }: Deleted) => String(number);
    const workOf = ({ number }: Deleted) => workEntryId(number);
    const commentOf = ({ taskId, number }: Deleted) => commentKey(taskId!, number);
    const taskOf = ({ taskId }: Deleted) => String(taskId);
    const [plans, work, comments, tasks] = await Promise.all([
      this.readModels.getMany<PlanDocument>(planModel, idsOf('plan', planOf)),
      this.readModels.getMany<WorkDocument>(workModel, idsOf('work', workOf)),
      this.readModels.getMany<CommentDocument>(commentModel, idsOf('comment', commentOf)),
      this.readModels.getMany<TaskDocument>(taskModel, idsOf('file', taskOf)),
    ]);
    const nameOf = (one: Deleted): string | null => {
      if (one.kind === 'file')
        return tasks.get(taskOf(one))?.task.files.find(({ fileId }) => fileId === one.number)?.name ?? null;
      return one.kind === 'comment' ? (comments.get(commentOf(one))?.text.slice(0, longest) ?? null) : null;
    };
    return new Map(
      deletions.map((one) => {
        const plan = one.kind === 'plan' ? plans.get(planOf(one))?.plan : undefined;
        const entry = one.kind === 'work' ? work.get(workOf(one))?.entry : undefined;
        const about: Described = {
          name: nameOf(one),
          plan: plan ? { type: plan.type, date: plan.date } : null,
          work: entry ? { from: entry.from, to: entry.to } : null,
        };
        return [one.eventId, about];
      }),
    );
  }
}
