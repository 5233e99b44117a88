import type { NotificationAnswer } from '@gos/contract';
import type { Actor, Instant } from '@gos/domain';
import {
  isVisibleTo,
  type NotificationDocument,
  type NotificationItem,
  notificationModel,
  type ProjectDocument,
  projectModel,
  readerId,
  type TaskDocument,
  taskModel,
} from '@gos/projections';
import { Injectable } from '@nestjs/common';
import { ActiveReadModels } from '../../engine/projections/active-read-models';
import { pageOf } from '../../http/page-of';
import type { Filter } from '../../stores/read-models/read-models';
import { refBy, UserAnswers } from '../user/user-answers';

export type ToldDocument = NotificationDocument & { readonly item: NotificationItem };
type Shown = { readonly id: number | null; readonly name: string | null };

const newestFirst = ['item.at', 'id'].map((field) => ({ field, direction: 'desc' }) as const);
const idsIn = (ids: readonly (number | null)[]) => [...new Set(ids.filter((id) => id !== null))];

export const isTold = (document: NotificationDocument): document is ToldDocument => document.item !== null;

/** Before every instant. */
const neverRead = '';

/** People's notifications, with the parts that each may see now. */
@Injectable()
export class Notifications {
  constructor(
    private readonly readModels: ActiveReadModels,
    private readonly users: UserAnswers,
  ) {}

  async unreadOf(userId: number): Promise<number> {
    return this.readModels.count(notificationModel, isUnread(userId, await this.readUpTo(userId)));
  }

  async page(
    userId: number,
    { unread, conditions }: { readonly unread?: boolean | undefined; readonly conditions: readonly Filter[] },
    options: { readonly skip?: number; readonly limit: number },
  ): Promise<{ readonly documents: readonly ToldDocument[]; readonly total: number; readonly unread: number }> {
    const upTo = await this.readUpTo(userId);
    const own: Filter = { 'item.userId': userId };
    const state: readonly Filter[] =
      unread === undefined
        ? [own]
        : unread
          ? [isUnread(userId, upTo)]
          : [own, { $or: [{ 'item.read': true }, { 'item.at': { $lte: upTo } }] }];
    const filter: Filter = { $and: [...state, ...conditions] };
    const [{ documents, total }, count] = await Promise.all([
      pageOf<NotificationDocument>(this.readModels, notificationModel, filter, { sort: newestFirst, ...options }),
      this.readModels.count(notificationModel, isUnread(userId, upTo)),
    ]);
    return { documents: documents.filter(isTold), total, unread: count };
  }

  /** Those of the ids that the person has not read. */
  async unreadAmong(userId: number, ids: readonly string[]): Promise<string[]> {
    const [upTo, documents] = await Promise.all([
      this.readUpTo(userId),
      this.readModels.getMany<NotificationDocument>(notificationModel, ids),
    ]);
    return [...documents.values()]
      .filter(({ item }) => item?.userId === userId && !isRead(item, upTo))
      .map(({ id }) => id);
  }

  /** When the latest unread one came; null when nothing is unread. */
  async latestUnread(userId: number): Promise<Instant | null> {
    const { documents } = await this.page(userId, { unread: true, conditions: [] }, { limit: 1 });
    return documents[0]?.item.at ?? null;
  }

  async answers(
    documents: readonly ToldDocument[],
    reader: Actor & { readonly id: number },
  ): Promise<NotificationAnswer[]> {
    const items = documents.map(({ item }) => item);
    const named = items.flatMap(({ by, solverId, onBehalfOf = null }) => [by, solverId, onBehalfOf]);
    const [upTo, tasks, projects, person] = await Promise.all([
      this.readUpTo(reader.id),
      this.readModels.getMany<TaskDocument>(taskModel, idsIn(items.map(({ taskId }) => taskId))),
      this.readModels.getMany<ProjectDocument>(projectModel, idsIn(items.map(({ projectId }) => projectId))),
      this.users.namesAmong(named, reader),
    ]);
    const shown = (document: TaskDocument | ProjectDocument | undefined): Shown => {
      if (!document || !isVisibleTo('project' in document ? { ...document, parties: [] } : document, reader))
        return hidden;
      if ('project' in document) return { id: document.projectId, name: document.project.name };
      return document.deleted ? hidden : { id: document.task.id, name: document.task.name };
    };
    return documents.map(({ id, item }) => {
      const task = item.taskId === null ? null : shown(tasks.get(String(item.taskId)));
      return {
        id,
        kind: item.kind,
        at: item.at,
        by: refBy(person, item.by),
        task,
        project: item.projectId === null ? null : shown(projects.get(String(item.projectId))),
        solver: task?.id == null ? null : refBy(person, item.solverId),
        onBehalfOf: task?.id == null ? null : refBy(person, item.onBehalfOf ?? null),
        month: item.month ?? null,
        days: item.days ?? [],
        closedTo: item.closedTo ?? null,
        reason: item.reason ?? null,
        read: isRead(item, upTo),
      };
    });
  }

  private async readUpTo(userId: number): Promise<Instant> {
    const document = await this.readModels.get<NotificationDocument>(notificationModel, readerId(userId));
    return document?.readUpTo ?? neverRead;
  }
}

const hidden: Shown = { id: null, name: null };
const isRead = ({ read, at }: NotificationItem, upTo: Instant) => read || at <= upTo;
const isUnread = (userId: number, upTo: Instant): Filter => ({
  'item.userId': userId,
  'item.read': false,
  'item.at': { $gt: upTo },
});
