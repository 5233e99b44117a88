import { refuse } from '@gos/domain';
import { type Change, isVisibleTo, type TaskDocument, taskModel, type UserDocument, userModel } from '@gos/projections';
import { Inject, Logger, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import {
  ConnectedSocket,
  MessageBody,
  type OnGatewayConnection,
  type OnGatewayDisconnect,
  SubscribeMessage,
  WebSocketGateway,
} from '@nestjs/websockets';
import type { Socket } from 'socket.io';
import { Sessions } from '../auth/sessions';
import { BROADCAST, type Broadcast } from '../broadcast/broadcast';
import { appliedChannel } from '../cqrs/projections';
import type { Applied } from '../cqrs/projector';
import { Views } from '../cqrs/views';
import type { SignedIn } from '../http/request-context';
import { TaskAnswers } from '../tasks/task-answers';
import { People } from '../users/people';
import { ChangeFeed } from './change-feed';

interface Connected {
  signedIn: SignedIn;
  watching: Set<string>;
}

const watchLimit = 50;
const roomOf = (model: string, id: number) => `${model}-${id}`;

/** Tells every open screen which of the documents that it may see have changed. */
@WebSocketGateway({ path: '/socket.io', transports: ['websocket'], maxHttpBufferSize: 16 * 1024, serveClient: false })
export class SocketsGateway implements OnGatewayConnection, OnGatewayDisconnect, OnModuleInit, OnModuleDestroy {
  private readonly logger = new Logger(SocketsGateway.name);
  private readonly sockets = new Map<Socket, Connected>();
  private feed: ChangeFeed;
  private stopListening: () => void = () => {};
  private sending: Promise<void> = Promise.resolve();

  constructor(
    private readonly sessions: Sessions,
    private readonly views: Views,
    private readonly answers: TaskAnswers,
    private readonly people: People,
    @Inject(BROADCAST) private readonly broadcast: Broadcast,
  ) {}

  onModuleInit(): void {
    this.feed = new ChangeFeed(this.views.applied);
    this.stopListening = this.broadcast.subscribe(appliedChannel, (message) => {
      const applied = message as readonly Applied[];
      const entries = this.feed.add(applied);
      this.sending = this.sending.then(() => this.send(applied, entries)).catch((error) => this.logger.error(error));
    });
    this.sessions.onEnded(({ sessionId, userId }) => {
      for (const [socket, { signedIn }] of this.sockets) {
        const ended = sessionId === undefined ? signedIn.actor.id === userId : signedIn.sessionId === sessionId;
        if (ended) socket.disconnect(true);
      }
    });
  }

  onModuleDestroy(): void {
    this.stopListening();
  }

  async handleConnection(socket: Socket): Promise<void> {
    const signedIn = await this.sessions.authenticate(socket.handshake.headers.cookie ?? '').catch(() => null);
    if (!signedIn) {
      socket.emit('problem', { code: refuse('auth.required').refused });
      socket.disconnect(true);
      return;
    }
    this.sockets.set(socket, { signedIn, watching: new Set() });
    const position = this.views.applied;
    const last: unknown = socket.handshake.auth.position;
    if (typeof last === 'string' && last !== position) {
      const missed = this.feed.missed(last, signedIn.actor, position);
      if (missed === null) socket.emit('resync', { position });
      else if (missed.length > 0) socket.emit('changed', missed);
    }
    socket.emit('hello', { position });
  }

  handleDisconnect(socket: Socket): void {
    const connected = this.sockets.get(socket);
    this.sockets.delete(socket);
    for (const room of connected?.watching ?? []) this.tellPresence(room);
  }

  @SubscribeMessage('watch')
  async watch(@ConnectedSocket() socket: Socket, @MessageBody() body: unknown): Promise<void> {
    const connected = this.sockets.get(socket);
    const { model, id } = (body ?? {}) as { model?: unknown; id?: unknown };
    if (!connected || model !== taskModel.name || !Number.isSafeInteger(id)) return;
    const document = await this.views.get<TaskDocument>(taskModel, id as number);
    if (!document || document.deleted || !isVisibleTo(document, connected.signedIn.actor)) return;
    if (connected.watching.size >= watchLimit) return;
    connected.watching.add(roomOf(model, id as number));
    this.tellPresence(roomOf(model, id as number));
  }

  @SubscribeMessage('unwatch')
  unwatch(@ConnectedSocket() socket: Socket, @MessageBody() body: unknown): void {
    const { model, id } = (body ?? {}) as { model?: unknown; id?: unknown };
    const room = roomOf(String(model), Number(id));
    if (this.sockets.get(socket)?.watching.delete(room)) this.tellPresence(room);
  }

  private tellPresence(room: string): void {
    const watchers = [...this.sockets].filter(([, { watching }]) => watching.has(room));
    const ids = [...new Set(watchers.map(([, { signedIn }]) => signedIn.actor.id))];
    const [model, id] = room.split('-');
    const message = { model, id: Number(id), users: this.people.refs(ids) };
    for (const [socket] of watchers) socket.emit('presence', message);
  }

  private async send(applied: readonly Applied[], entries: ReturnType<ChangeFeed['add']>): Promise<void> {
    this.takeRights(applied);
    if (this.sockets.size === 0 || entries.length === 0) return;
    const documents = new Map(
      applied.flatMap(({ model, after }) =>
        model === taskModel.name && after ? [[after.id, after as TaskDocument]] : [],
      ),
    );
    const said = new Map<number, Promise<Change[]>>();
    for (const [socket, { signedIn }] of this.sockets) {
      const { actor } = signedIn;
      if (!said.has(actor.id)) said.set(actor.id, this.changesFor(entries, documents, actor));
      const changes = await said.get(actor.id)!;
      if (changes.length > 0) socket.emit('changed', changes);
      this.stopWatching(socket, changes);
    }
  }

  private async changesFor(
    entries: ReturnType<ChangeFeed['add']>,
    documents: ReadonlyMap<string, TaskDocument>,
    actor: SignedIn['actor'],
  ): Promise<Change[]> {
    const changes = entries.flatMap((entry) => this.feed.changeFor(entry, actor) ?? []);
    const shown = changes.flatMap((change) => ('gone' in change ? [] : (documents.get(String(change.id)) ?? [])));
    const rows = new Map((await this.answers.rows(shown, actor)).map((row) => [row.id, row]));
    return changes.map((change) => ('gone' in change ? change : ({ ...change, doc: rows.get(change.id) } as Change)));
  }

  /** Whose role changed or who was deactivated: open sockets follow at once. */
  private takeRights(applied: readonly Applied[]): void {
    for (const { model, before, after, position } of applied) {
      if (model !== userModel.name || after === null || before === null) continue;
      const { userId, role, active } = after as unknown as UserDocument;
      for (const [socket, connected] of this.sockets) {
        if (connected.signedIn.actor.id !== userId) continue;
        if (!active) socket.disconnect(true);
        else if (connected.signedIn.actor.role !== role) {
          connected.signedIn = { ...connected.signedIn, actor: { ...connected.signedIn.actor, role } };
          socket.emit('resync', { position });
        }
      }
    }
  }

  private stopWatching(socket: Socket, changes: readonly Change[]): void {
    const watching = this.sockets.get(socket)?.watching;
    if (!watching || watching.size === 0) return;
    for (const change of changes) {
      const room = roomOf(change.model, change.id);
      if ('gone' in change && watching.delete(room)) this.tellPresence(room);
    }
  }

  get connected(): number {
    return this.sockets.size;
  }
}
