import type { Change, SocketCommands, SocketHandshake, Watched } from '@gos/contract';
import { comparePositions, type RefusalCode } from '@gos/domain';
import {
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
  type OnGatewayInit,
  SubscribeMessage,
  WebSocketGateway,
} from '@nestjs/websockets';
import type { Server } from 'socket.io';
import { ActiveReadModels } from '../../engine/projections/active-read-models';
import { type AppliedBatch, appliedChannel } from '../../engine/projections/applied';
import type { DocumentChange } from '../../engine/projections/batch';
import type { SignedIn } from '../../http/request-context';
import { CONFIG, type Config } from '../../kernel/config';
import { Metrics } from '../../observability/metrics';
import { SecurityLog } from '../../observability/security-log';
import { Sessions } from '../../shared/session/sessions';
import { LastSeen } from '../../shared/user/last-seen';
import { People } from '../../shared/user/people';
import { UserAnswers } from '../../shared/user/user-answers';
import { type DeliveriesNews, deliveriesChannel } from '../../shared/webhook/deliveries';
import { BROADCAST, type Broadcast } from '../../stores/broadcast/broadcast';
import { Audiences } from './audiences';
import { type BrowserSocket, type Connection, cookieOf, letGo, sendAway } from './browser-socket';
import { ChangeDocuments, type Contents, noContents } from './change-documents';
import {
  boardEntry,
  ChangeFeed,
  changeFor,
  type Entry,
  keyOfChange,
  recountedBoards,
  webhookEntry,
} from './change-feed';
import { NotificationNews } from './notification-news';
import { OpenSockets } from './open-sockets';
import { isAllowedOrigin } from './origin';
import { PeoplePresent } from './people-present';
import { Presence } from './presence';
import { PresenceMessages } from './presence-messages';
import { SocketLimits } from './socket-limits';
import { SocketRights } from './socket-rights';
import { roomOf, watchable, watchedIn } from './watchable';

/** How often the sessions of open sockets are looked at for those that expired. */
const expiryCheckMs = 60_000;

/**
 * Sends every open screen the changes of documents it may see. All sends go through one queue, so that a screen that knows a
 * position has received everything before it.
 */
@WebSocketGateway({
  path: '/socket.io',
  transports: ['websocket'],
  maxHttpBufferSize: 16 * 1024,
  connectTimeout: 10_000,
  serveClient: false,
})
export class SocketsGateway
  implements OnGatewayInit, OnGatewayConnection, OnGatewayDisconnect, OnApplicationBootstrap, OnModuleDestroy
{
  private readonly logger = new Logger(SocketsGateway.name);
  private readonly sockets = new OpenSockets(() => this.metrics.socketsClosed.inc({ reason: 'slow' }));
  private readonly limits = new SocketLimits((userId) => this.presence.screensOf(userId));
  private readonly looking: PresenceMessages;
  private readonly rights: SocketRights;
  /** The sockets of connections that have identified their person. */
  private readonly socketOf = new WeakMap<Connection, BrowserSocket>();
  /** Settles once it was greeted or sent away. */
  private readonly lettingIn = new WeakMap<BrowserSocket, Promise<void>>();
  private readonly stops: (() => void)[] = [];
  private feed: ChangeFeed;
  /** The position up to which all sockets have received changes. */
  private told: string | null = null;
  private turn: Promise<unknown> = Promise.resolve();
  private stopped = false;
  private isReady: () => void = () => {};
  private readonly begun = new Promise<void>((resolve) => {
    this.isReady = resolve;
  });
  /** The admitted sockets, each with the id of its person; some still wait for the greeting. */
  private readonly admitted = new Map<BrowserSocket, number>();
  private hasToldOfForeign = false;

  constructor(
    private readonly sessions: Sessions,
    private readonly readModels: ActiveReadModels,
    private readonly documents: ChangeDocuments,
    private readonly people: People,
    private readonly users: UserAnswers,
    private readonly metrics: Metrics,
    private readonly security: SecurityLog,
    private readonly presence: Presence,
    private readonly present: PeoplePresent,
    private readonly lastSeen: LastSeen,
    private readonly news: NotificationNews,
    @Inject(BROADCAST) private readonly broadcast: Broadcast,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    this.looking = new PresenceMessages(this.sockets, presence, present, people, users, (room) => this.tellRoom(room));
    this.rights = new SocketRights(this.sockets, this.looking, documents, readModels);
  }

  afterInit(server: Server): void {
    server.engine.on('connection', (connection: Connection) => {
      this.limits.listen(connection, () => this.takeFlood(connection));
    });
  }

  /** Waits until the read models can be read; earlier connections wait in the queue. */
  onApplicationBootstrap(): void {
    void this.inTurn(async () => {
      await this.readModels.opened;
      if (!this.stopped) this.begin();
    });
  }

  private begin(): void {
    this.told = this.readModels.applied;
    this.isReady();
    this.feed = new ChangeFeed(this.told);
    const expiring = setInterval(() => void this.inTurn(() => this.closeExpired()), expiryCheckMs);
    this.stops.push(
      () => clearInterval(expiring),
      this.broadcast.subscribe(
        appliedChannel,
        (message) => void this.inTurn(() => this.send(message as AppliedBatch)),
        () => void this.inTurn(() => this.missedSome()),
      ),
      this.present.onChanged((ids) => void this.inTurn(() => this.looking.tellOnline(ids))),
      this.news.onNews((userId, ids) => void this.inTurn(() => this.sendNotifications(userId, ids))),
      this.presence.onWatching((room) => this.tellRoom(room)),
      () => this.looking.stop(),
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
    this.socketOf.set(socket.conn, socket);
    const letIn = this.letIn(socket);
    this.lettingIn.set(socket, letIn);
    return letIn;
  }

  /** Identifies the person and checks the limits outside of the queue, so that nobody's changes wait for it. */
  private async letIn(socket: BrowserSocket): Promise<void> {
    await this.begun;
    const isOurs = isAllowedOrigin(socket.handshake.headers, this.config.publicUrl);
    if (!isOurs) this.tellOfForeign(socket.handshake.headers.origin);
    const signedIn = isOurs ? await this.sessions.authenticate(cookieOf(socket)).catch(() => null) : null;
    if (!socket.connected) return;
    if (!signedIn) return sendAway(socket, 'auth.required');
    const { id } = signedIn.actor;
    const tooMuch = this.limits.refusal(id, socket.conn);
    if (tooMuch) return this.refuse(socket, tooMuch, id);
    this.admitted.set(socket, id);
    this.presence.enter(id, socket);
    this.note(id);
    await this.inTurn(() => this.enter(socket, signedIn));
  }

  handleDisconnect(socket: BrowserSocket): void {
    const admitted = this.admitted.get(socket);
    this.admitted.delete(socket);
    if (admitted !== undefined) this.left(admitted, socket);
    this.sockets.delete(socket);
    this.looking.leaveAll(socket);
  }

  @SubscribeMessage<keyof SocketCommands>('watch')
  async watch(@ConnectedSocket() socket: BrowserSocket, @MessageBody() body: unknown): Promise<void> {
    const watched = watchedIn(body);
    if (watched) await this.afterGreeting(socket, () => this.look(socket, watched));
  }

  @SubscribeMessage<keyof SocketCommands>('unwatch')
  async unwatch(@ConnectedSocket() socket: BrowserSocket, @MessageBody() body: unknown): Promise<void> {
    const watched = watchedIn(body);
    if (watched) await this.afterGreeting(socket, async () => this.looking.leave(socket, roomOf(watched)));
  }

  @SubscribeMessage<keyof SocketCommands>('idle')
  async idle(@ConnectedSocket() socket: BrowserSocket, @MessageBody() body: unknown): Promise<void> {
    const { idle } = (body ?? {}) as { readonly idle?: unknown };
    if (typeof idle !== 'boolean') return;
    await this.afterGreeting(socket, async () => {
      const signedIn = this.sockets.get(socket);
      if (signedIn) this.presence.idles(signedIn.actor.id, socket, idle);
    });
  }

  /** Messages that a browser sends before its greeting wait until then, because identifying its person takes time. */
  private async afterGreeting(socket: BrowserSocket, action: () => Promise<unknown>): Promise<void> {
    await this.lettingIn.get(socket);
    await this.inTurn(action);
  }

  /** Closes the sockets of expired sessions: an expiry causes no event, and a socket requests no new token. */
  async closeExpired(): Promise<void> {
    for (const [socket, { sessionId }] of this.sockets.all()) {
      if (sessionId !== null && !(await this.sessions.goesOn(sessionId))) socket.disconnect(true);
    }
  }

  get connected(): number {
    return this.sockets.size;
  }

  /** Runs actions one after the other; a failure is logged and does not block the next. */
  private inTurn(action: () => Promise<unknown>): Promise<unknown> {
    this.turn = this.turn.then(action).catch((error) => this.logger.error(error));
    return this.turn;
  }

  private async enter(socket: BrowserSocket, first: SignedIn): Promise<void> {
    this.sockets.set(socket, first);
    // Again, because the session may have ended before the socket was registered to hear of it.
    const signedIn = await this.sessions.authenticate(cookieOf(socket)).catch(() => null);
    if (!signedIn || !socket.connected) {
      this.handleDisconnect(socket);
      return sendAway(socket, 'auth.required');
    }
    this.sockets.set(socket, signedIn);
    const position = this.told;
    const told: { readonly [N in keyof SocketHandshake]?: unknown } = socket.handshake.auth;
    const last = told.position ?? null;
    if (last !== null && last !== position) {
      const people = await this.users.visible(signedIn.actor);
      const missed = this.feed.missed(last, { actor: signedIn.actor, people }, position);
      if (missed === null) this.sockets.emit([socket], 'resync', { position });
      else this.sockets.emitChanges([socket], missed);
    }
    this.sockets.emit([socket], 'hello', { position });
  }

  private refuse(socket: BrowserSocket, code: RefusalCode, person?: number): void {
    this.metrics.socketsClosed.inc({ reason: code });
    // Many open tabs are no attack.
    if (code !== 'limit.sockets') this.security.write('limit.reached', { person, what: code });
    sendAway(socket, code);
  }

  /** A browser that says more than it may is sent away, one that has not said whose it is yet is cut off. */
  private takeFlood(connection: Connection): void {
    const socket = this.socketOf.get(connection);
    if (socket) this.refuse(socket, 'request.rate-limited', this.sockets.get(socket)?.actor.id);
    else letGo(connection);
  }

  private async look(socket: BrowserSocket, watched: Watched): Promise<void> {
    const actor = this.sockets.get(socket)?.actor;
    if (!actor) return;
    const document = await this.readModels.get(watchable[watched.model], watched.id);
    if (!document || document.deleted || !isVisibleTo(document, actor) || !this.sockets.has(socket)) return;
    await this.looking.enter(socket, roomOf(watched));
  }

  private tellRoom(room: string): void {
    void this.inTurn(() => this.looking.tell(room));
  }

  /** Logged once: a proxy that does not forward Host makes every page look foreign. */
  private tellOfForeign(origin = ''): void {
    if (this.hasToldOfForeign) return;
    this.hasToldOfForeign = true;
    const page = origin.slice(0, 200);
    this.logger.warn(
      `Live updates refused for origin ${page}. If it is Gos, set GOS_PUBLIC_URL or let the proxy pass Host on.`,
    );
  }

  private async send({ applied, after, position }: AppliedBatch): Promise<void> {
    if (position === null || (this.told !== null && comparePositions(position, this.told) <= 0)) return;
    const missed = after !== null && (this.told === null || comparePositions(after, this.told) > 0);
    if (applied === null || missed) return this.beginAnew(position);
    const further = [...(await this.recounted(applied)), ...(await this.documents.workEntries(applied))];
    const entries = this.feed.add(applied, further);
    if (applied.length > 0 && this.sockets.size > 0) {
      await this.rights.take(applied);
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
    const alike = new Audiences<readonly Change[]>();
    for (const { signedIn, sockets } of this.sockets.people()) {
      const changes = await this.changesFor(entries, signedIn);
      if (changes.length === 0) continue;
      const told = await this.documents.added(changes, contents, signedIn.actor);
      // Without contents, the message is the same for all people who see the same documents.
      if (told === changes) alike.add(changes.map(keyOfChange).join(), sockets, () => told);
      else this.sockets.emitChanges(sockets, told);
      for (const change of changes) {
        if ('gone' in change) for (const socket of sockets) this.looking.leave(socket, roomOf(change));
      }
    }
    for (const { message, sockets } of alike.all()) this.sockets.emitChanges(sockets, message);
  }

  private async sendNotifications(userId: number, ids: readonly string[]): Promise<void> {
    const own = this.sockets.of(userId);
    const actor = own[0] && this.sockets.get(own[0])?.actor;
    if (actor) this.sockets.emit(own, 'notification', await this.news.of(actor, ids));
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

  private async changesFor(entries: readonly Entry[], { actor }: SignedIn): Promise<readonly Change[]> {
    // The visible people are read only for changes of people.
    const people = entries.some(({ model }) => model === 'user') ? await this.users.visible(actor) : null;
    return entries.flatMap((entry) => changeFor(entry, { actor, people }) ?? []);
  }

  /** Feed entries for boards whose task counts changed. */
  private async recounted(applied: readonly DocumentChange[]): Promise<Entry[]> {
    const boards = recountedBoards(applied);
    if (boards.size === 0) return [];
    const documents = await this.readModels.getMany<BoardDocument>(boardModel, [...boards.keys()]);
    return [...documents.values()].map((document) => boardEntry(document, boards.get(document.board.id)!));
  }
}
