import type { SocketEvents } from '@gos/contract';
import { type NotificationDocument, notificationModel } from '@gos/projections';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { ActiveReadModels } from '../../engine/projections/active-read-models';
import type { DocumentChange } from '../../engine/projections/batch';
import { isTold, Notifications } from '../../shared/notification/notifications';
import type { Reader } from '../../shared/user/user-answers';

/** A person is notified at once, and then again after this time at the earliest. */
const restMs = 1_000;
/** If a message would contain more, the browser reads the rest itself. */
const maxItems = 5;

type Listener = (userId: number, ids: readonly string[]) => void;

/** Returns the person whose notifications a change concerns, and the id of a new one. */
function concerned({ model, id, before, after }: DocumentChange): { userId: number; id: string | null } | null {
  if (model !== notificationModel.name || after === null) return null;
  const { item, readUpTo } = after as NotificationDocument;
  if (item) return { userId: item.userId, id: before === null ? id : null };
  return readUpTo === undefined ? null : { userId: Number(id.slice(1)), id: null };
}

/** Says whom there is news for. Much at once becomes little: at most one message a second for a person. */
@Injectable()
export class NotificationNews implements OnModuleDestroy {
  private readonly listeners = new Set<Listener>();
  private readonly waiting = new Map<number, readonly string[]>();
  private readonly resting = new Map<number, NodeJS.Timeout>();

  constructor(
    private readonly readModels: ActiveReadModels,
    private readonly notifications: Notifications,
  ) {}

  onModuleDestroy(): void {
    for (const timer of this.resting.values()) clearTimeout(timer);
  }

  /**
   * Calls the listener with the people to notify, and the ids of each person's new notifications. Returns the function
   * that unsubscribes.
   */
  onNews(listener: Listener): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** The message to one person's screens. */
  async of(reader: Reader, ids: readonly string[]): Promise<Parameters<SocketEvents['notification']>[0]> {
    const [unread, found] = await Promise.all([
      this.notifications.unreadOf(reader.id),
      this.readModels.getMany<NotificationDocument>(notificationModel, ids),
    ]);
    const documents = ids.flatMap((id) => found.get(id) ?? []).filter(isTold);
    return { unread, items: await this.notifications.answers(documents, reader) };
  }

  /** Call it once the rights that a batch changed are applied: recipients are chosen by them. */
  hear(applied: readonly DocumentChange[]): void {
    const told = new Set<number>();
    for (const change of applied) {
      const news = concerned(change);
      if (!news) continue;
      const { userId, id } = news;
      const newest = id === null ? [] : [id];
      this.waiting.set(userId, [...newest, ...(this.waiting.get(userId) ?? [])].slice(0, maxItems));
      told.add(userId);
    }
    for (const userId of told) if (!this.resting.has(userId)) this.tell(userId);
  }

  private tell(userId: number): void {
    const ids = this.waiting.get(userId);
    this.waiting.delete(userId);
    this.resting.delete(userId);
    if (ids === undefined) return;
    this.resting.set(userId, setTimeout(() => this.tell(userId), restMs).unref());
    for (const listener of this.listeners) listener(userId, ids);
  }
}
