import type { Change, PresenceItem, SocketCommands, SocketHandshake, Watched } from '@gos/contract';
import { comparePositions, refuse } from '@gos/domain';
import { same } from '@gos/domain/kernel/values';
import {
  type AccessDocument,
  accessModel,
  type BoardDocument,
  boardModel,
  isVisibleTo,
  type UserDocument,
  userModel,
  type WebhookDocument,
  webhookModel,
} from '@gos/projections';
import { Inject, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import {
  ConnectedSocket,
  MessageBody,
  type OnGatewayConnection,
  type OnGatewayDisconnect,
  SubscribeMessage,
  WebSocketGateway,
} from '@nestjs/websockets';
import { ActiveReadModels } from '../../engine/projections/active-read-models';
import { type AppliedBatch, appliedChannel } from '../../engine/projections/applied';
import type { DocumentChange } from '../../engine/projections/projector';
import { Sessions } from '../../entities/session/sessions';
import { LastSeen } from '../../entities/user/last-seen';
import { People } from '../../entities/user/people';
import { UserAnswers } from '../../entities/user/user-answers';
import { type DeliveriesNews, deliveriesChannel } from '../../entities/webhook/deliveries';
import type { SignedIn } from '../../http/request-context';
import { CONFIG, type Config } from '../../kernel/config';
import { BROADCAST, type Broadcast } from '../../stores/broadcast/broadcast';
import { type BrowserSocket, cookieOf } from './browser-socket';
import { ChangeDocuments, type Contents, noContents } from './change-documents';
import {
  boardEntry,
  ChangeFeed,
  changeFor,
  type Entry,
  lostProjects,
  recountedBoards,
  type Viewer,
  webhookEntry,
} from './change-feed';
import { NotificationNews } from './notification-news';
import { OpenSockets } from './open-sockets';
import { isAllowedOrigin } from './origin';
import { PeoplePresent } from './people-present';
import { Presence } from './presence';
import { Rooms } from './rooms';
import { isWatchable, roomOf, watchable } from './watchable';

const watchLimit = 50;
/** How often the sessions of open sockets are looked at for those that expired. */
const expiryCheckMs = 60_000;

/**
 * Sends every open screen the changes of documents it may see. All sends go through one queue, so that a screen that knows a
 * position has received everything before it.
 */
@WebSocketGateway({ path: '/socket.io', transports: ['websocket'], maxHttpBufferSize: 16 * 1024, serveClient: false })
export class SocketsGateway
  implements OnGatewayConnection, OnGatewayDisconnect, OnApplicationBootstrap, OnModuleDestroy
{
  private readonly logger = new Logger(SocketsGateway.name);
  private readonly sockets = new OpenSockets();
  private readonly rooms = new Rooms();
  private readonly stops: (() => void)[] = [];
  private feed: ChangeFeed;
  /** The position up to which all sockets have received changes. */
  private told: string | null = null;
  private turn: Promise<void> = Promise.resolve();
  private stopped = false;
  private hasToldOfForeign = false;

  constructor(
    private readonly sessions: Sessions,
    private readonly readModels: ActiveReadModels,
    private readonly documents: ChangeDocuments,
    private readonly people: People,
    private readonly users: UserAnswers,
    private readonly presence: Presence,
    private readonly present: PeoplePresent,
    private readonly lastSeen: LastSeen,
    private readonly news: NotificationNews,
    @Inject(BROADCAST) private readonly broadcast: Broadcast,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Waits until the read models can be read; earlier connections wait in the queue. */
  onApplicationBootstrap(): void {
    void this.inTurn(async () => {
      await this.readModels.opened;
      if (!this.stopped) this.begin();
    });
  }

  private begin(): void {
    this.told = this.readModels.applied;
    this.feed = new ChangeFeed(this.told);
    const expiring = setInterval(() => void this.inTurn(() => this.closeExpired()), expiryCheckMs);
    this.stops.push(
      () => clearInterval(expiring),
      this.broadcast.subscribe(
        appliedChannel,
        (message) => void this.inTurn(() => this.send(message as AppliedBatch)),
        () => void this.inTurn(() => this.missedSome()),
      ),
      this.present.onChanged((ids) => void this.inTurn(() => this.sendOnline(ids))),
      this.news.onNews((userId, ids) => void this.inTurn(() => this.sendNotifications(userId, ids))),
      this.presence.onWatching((room) => this.tellWatching(room)),
      this.broadcast.subscribe(
        deliveriesChannel,
        (message) => void this.inTurn(() => this.sendWebhook((message as DeliveriesNews).webhookId)),
      ),
      this.people.onChanged((id) => void this.inTurn(() => this.sendPerson(id))),
      this.sessions.onEnded(({ sessionId, userId }) => {
        for (const [socket, { actor, sessionId: own }] of this.sockets.all()) {
          if (sessionId === undefined ? actor.id === userId : own === sessionId) socket.disconnect(true);
        }
      }),
    );
  }

  onModuleDestroy(): void {
    this.stopped = true;
    for (const stop of this.stops) stop();
  }

  handleConnection(socket: BrowserSocket): Promise<void> {
    return this.inTurn(() => this.enter(socket));
  }

  handleDisconnect(socket: BrowserSocket): void {
    const signedIn = this.sockets.get(socket);
    if (signedIn) this.left(signedIn.actor.id, socket);
    this.sockets.delete(socket);
    for (const room of this.rooms.leaveAll(socket)) this.tellPresence(room);
  }

  @SubscribeMessage<keyof SocketCommands>('watch')
  watch(@ConnectedSocket() socket: BrowserSocket, @MessageBody() body: unknown): Promise<void> {
    const { model, id } = (body ?? {}) as { readonly [N in keyof Watched]?: unknown };
    return this.inTurn(async () => {
      const actor = this.sockets.get(socket)?.actor;
      if (!actor || !isWatchable(model) || !Number.isSafeInteger(id)) return;
      const document = await this.readModels.get(watchable[model], id as number);
      if (!document || document.deleted || !isVisibleTo(document, actor) || !this.sockets.has(socket)) return;
      if (this.rooms.enter(socket, roomOf(model, id), watchLimit)) this.tellPresence(roomOf(model, id));
    });
  }

  @SubscribeMessage<keyof SocketCommands>('unwatch')
  unwatch(@ConnectedSocket() socket: BrowserSocket, @MessageBody() body: unknown): Promise<void> {
    const { model, id } = (body ?? {}) as { readonly [N in keyof Watched]?: unknown };
    return this.inTurn(async () => {
      if (this.rooms.leave(socket, roomOf(model, id))) this.tellPresence(roomOf(model, id));
    });
  }

  @SubscribeMessage<keyof SocketCommands>('idle')
  idle(@ConnectedSocket() socket: BrowserSocket, @MessageBody() body: unknown): void {
    const signedIn = this.sockets.get(socket);
    const { idle } = (body ?? {}) as { readonly idle?: unknown };
    if (signedIn && typeof idle === 'boolean') this.presence.idles(signedIn.actor.id, socket, idle);
  }

  /** Closes the sockets of sessions that expired: of these nobody tells, and a socket asks for no new token. */
  async closeExpired(): Promise<void> {
    for (const [socket, { sessionId }] of this.sockets.all()) {
      if (sessionId !== null && !(await this.sessions.goesOn(sessionId))) socket.disconnect(true);
    }
  }

  get connected(): number {
    return this.sockets.size;
  }

  /** Runs actions one after the other; a failure is logged and does not block the next. */
  private inTurn(action: () => Promise<void>): Promise<void> {
    this.turn = this.turn.then(action).catch((error) => this.logger.error(error));
    return this.turn;
  }

  private async enter(socket: BrowserSocket): Promise<void> {
    const isOurs = isAllowedOrigin(socket.handshake.headers, this.config.publicUrl);
    if (!isOurs) this.tellOfForeign(socket.handshake.headers.origin);
    const first = isOurs ? await this.sessions.authenticate(cookieOf(socket)).catch(() => null) : null;
    if (first) {
      this.sockets.set(socket, first);
      this.presence.enter(first.actor.id, socket);
      this.note(first.actor.id);
    }
    // Again, because the session may have ended before the socket was registered to hear of it.
    const signedIn = first && (await this.sessions.authenticate(cookieOf(socket)).catch(() => null));
    if (!signedIn || !socket.connected) {
      this.handleDisconnect(socket);
      this.sockets.emit(socket, 'problem', { code: refuse('auth.required').refused });
      socket.disconnect(true);
      return;
    }
    this.sockets.set(socket, signedIn);
    const position = this.told;
    const told: { readonly [N in keyof SocketHandshake]?: unknown } = socket.handshake.auth;
    const last = told.position ?? null;
    if (last !== null && last !== position) {
      const missed = this.feed.missed(last, await this.viewer(signedIn), position);
      if (missed === null) this.sockets.emit(socket, 'resync', { position });
      else this.sockets.emitChanges(socket, missed);
    }
    this.sockets.emit(socket, 'hello', { position });
  }

  /** Logged once: a proxy that does not forward Host makes every page look foreign. */
  private tellOfForeign(origin = ''): void {
    if (this.hasToldOfForeign) return;
    this.hasToldOfForeign = true;
    const page = origin.slice(0, 200);
    this.logger.warn(
      `A page of ${page} is told no live changes. If it is Gos, set GOS_PUBLIC_URL or let the proxy hand on Host.`,
    );
  }

  private async send({ applied, after, position }: AppliedBatch): Promise<void> {
    if (position === null || (this.told !== null && comparePositions(position, this.told) <= 0)) return;
    const missed = after !== null && (this.told === null || comparePositions(after, this.told) > 0);
    if (applied === null || missed) return this.beginAnew(position);
    const entries = this.feed.add(applied, await this.recounted(applied));
    if (applied.length > 0 && this.sockets.size > 0) {
      await this.takeRights(applied);
      await this.sendEntries(entries, await this.documents.of(applied, entries));
    }
    this.told = position;
    this.news.hear(applied);
  }

  private async missedSome(): Promise<void> {
    const position = await this.readModels.readPosition();
    if (position !== null && (this.told === null || comparePositions(position, this.told) > 0))
      this.beginAnew(position);
  }

  /** After missed changes: closes all sockets, which reconnect and resynchronise with their present rights. */
  private beginAnew(position: string): void {
    this.feed = new ChangeFeed(position);
    this.told = position;
    for (const [socket] of this.sockets.all()) socket.conn.close(true);
  }

  private async sendEntries(entries: readonly Entry[], contents: Contents = noContents): Promise<void> {
    const said = new Map<number, Change[]>();
    for (const [socket, signedIn] of this.sockets.all()) {
      const { id } = signedIn.actor;
      if (!said.has(id)) said.set(id, await this.changesFor(entries, contents, signedIn));
      if (!this.sockets.has(socket)) continue;
      this.sockets.emitChanges(socket, said.get(id)!);
      this.stopWatching(socket, said.get(id)!);
    }
  }

  /** Tells everybody whose presence changed, of the people that they see. */
  private async sendOnline(ids: readonly number[]): Promise<void> {
    if (this.sockets.size === 0) return;
    const present = await this.present.of(ids);
    const said = new Map<number, PresenceItem[]>();
    for (const [socket, signedIn] of this.sockets.all()) {
      const { actor } = signedIn;
      if (!said.has(actor.id)) {
        const { people } = await this.viewer(signedIn);
        const seen = present.filter(({ id }) => people === null || people.has(id));
        said.set(
          actor.id,
          seen.map((one) => this.present.answer(one, actor)),
        );
      }
      const items = said.get(actor.id)!;
      if (items.length > 0 && this.sockets.has(socket)) this.sockets.emit(socket, 'online', { items });
    }
  }

  private async sendNotifications(userId: number, ids: readonly string[]): Promise<void> {
    const own = this.sockets.of(userId);
    if (own.length === 0) return;
    const message = await this.news.of(own[0]![1].actor, ids);
    for (const [socket] of own) if (this.sockets.has(socket)) this.sockets.emit(socket, 'notification', message);
  }

  private left(userId: number, socket: BrowserSocket): void {
    this.presence.leave(userId, socket);
    this.note(userId);
  }

  /** When they come, too: a process that is killed notes nobody's leaving. */
  private note(userId: number): void {
    this.lastSeen.note(userId).catch((error) => this.logger.warn(`Who was here was not noted: ${String(error)}`));
  }

  /** A changed name is no event, so it is sent at the present position, to those who see the person. */
  private async sendPerson(id: number): Promise<void> {
    if (this.sockets.size === 0 || this.told === null) return;
    const document = await this.readModels.get<UserDocument>(userModel, id);
    if (document)
      await this.sendEntries([{ model: 'user', id, revision: document.user.revision, position: this.told }]);
  }

  /** A delivery is no event, so it is sent at the present position, to those who see the webhook. */
  private async sendWebhook(id: number): Promise<void> {
    if (this.sockets.size === 0 || this.told === null) return;
    const document = await this.readModels.get<WebhookDocument>(webhookModel, id);
    if (document && !document.deleted) await this.sendEntries([webhookEntry(document, this.told)]);
  }

  private async changesFor(entries: readonly Entry[], contents: Contents, signedIn: SignedIn): Promise<Change[]> {
    const viewer = await this.viewer(signedIn);
    const changes = entries.flatMap((entry) => changeFor(entry, viewer) ?? []);
    return this.documents.added(changes, contents, signedIn.actor);
  }

  private async viewer({ actor }: SignedIn): Promise<Viewer> {
    return { actor, people: await this.users.visible(actor) };
  }

  /** Feed entries for boards whose task counts changed. */
  private async recounted(applied: readonly DocumentChange[]): Promise<Entry[]> {
    const boards = recountedBoards(applied);
    if (boards.size === 0) return [];
    const documents = await this.readModels.getMany<BoardDocument>(boardModel, [...boards.keys()]);
    return [...documents.values()].map((document) => boardEntry(document, boards.get(document.board.id)!));
  }

  /** Applies a change of a person's project permissions to their open sockets. */
  private async takeAccess(change: DocumentChange): Promise<void> {
    const userId = Number(change.id);
    const { projects } = change.after as unknown as AccessDocument;
    for (const [socket, signedIn] of this.sockets.of(userId)) {
      const actor = { ...signedIn.actor, projects };
      this.sockets.set(socket, { ...signedIn, actor });
      const lost = lostProjects(change).filter((projectId) => !isVisibleTo({ parties: [], projectId }, actor));
      this.sockets.emitChanges(socket, await this.documents.goneWith(lost, actor, change.position));
      if (!this.sockets.has(socket)) continue;
      for (const room of this.rooms.leaveAll(socket)) this.tellPresence(room);
      this.sockets.emit(socket, 'resync', { position: change.position });
    }
  }

  /** Applies changes of access, role, positions and deactivation to the open sockets. */
  private async takeRights(applied: readonly DocumentChange[]): Promise<void> {
    for (const change of applied) if (change.model === accessModel.name && change.after) await this.takeAccess(change);
    for (const { model, before, after, position } of applied) {
      if (model !== userModel.name || after === null || before === null) continue;
      const { id: userId, role, positionIds: positions, active } = (after as unknown as UserDocument).user;
      const was = (before as unknown as UserDocument).user;
      const changed = role !== was.role || !same(positions, was.positionIds);
      for (const [socket, signedIn] of this.sockets.of(userId)) {
        if (!active) socket.disconnect(true);
        else if (changed) {
          this.sockets.set(socket, { ...signedIn, actor: { ...signedIn.actor, role, positions } });
          for (const room of this.rooms.leaveAll(socket)) this.tellPresence(room);
          this.sockets.emit(socket, 'resync', { position });
        }
      }
    }
  }

  private stopWatching(socket: BrowserSocket, changes: readonly Change[]): void {
    for (const change of changes) {
      const room = roomOf(change.model, change.id);
      if ('gone' in change && this.rooms.leave(socket, room)) this.tellPresence(room);
    }
  }

  private tellPresence(room: string): void {
    const watchers = this.rooms.in(room);
    this.presence.watch(room, [...new Set(watchers.flatMap((socket) => this.sockets.get(socket)?.actor.id ?? []))]);
    this.tellWatching(room);
  }

  private tellWatching(room: string): void {
    void this.inTurn(() => this.sayWatching(room));
  }

  /** Tells each watcher of a room who else is in it, limited to the people that the watcher sees. */
  private async sayWatching(room: string): Promise<void> {
    const [model, id] = room.split('-');
    if (!isWatchable(model)) return;
    for (const socket of this.rooms.in(room)) {
      const signedIn = this.sockets.get(socket);
      if (!signedIn) continue;
      const { people } = await this.viewer(signedIn);
      const seen = this.presence.watching(room).filter((userId) => people === null || people.has(userId));
      this.sockets.emit(socket, 'presence', { model, id: Number(id), users: this.people.refs(seen) });
    }
  }
}
