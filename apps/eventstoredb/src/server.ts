import { randomUUID } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { type AddressInfo, createServer, type Socket, type Server as TcpServer } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import gossipService from '@eventstore/db-client/generated/gossip_grpc_pb.js';
import featuresService from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js';
import type sharedPb from '@eventstore/db-client/generated/shared_pb.js';
import streamsService from '@eventstore/db-client/generated/streams_grpc_pb.js';
import type streamsPb from '@eventstore/db-client/generated/streams_pb.js';
import {
  Server,
  ServerCredentials,
  type ServerDuplexStream,
  type ServerReadableStream,
  type ServiceError,
  type sendUnaryData,
  status,
} from '@grpc/grpc-js';
import { type Access, accessFor, type Users } from './access';
import type { Certificate } from './certificates';
import {
  batchResponse,
  classicResponse,
  clusterOf,
  deleteResponse,
  deletionRefused,
  expectedOf,
  type GrpcError,
  type Member,
  nameOf,
  notLeader,
  notReady,
  proposedOf,
  streamDeleted,
  supportedMethods,
  tombstoneResponse,
} from './messages';
import { finish, type ReadCall, Subscription, serveRead } from './reading';
import { type AppendResult, EventStoreDbStore, type ProposedEvent } from './store';

type BatchCall = ServerDuplexStream<streamsPb.BatchAppendReq, streamsPb.BatchAppendResp>;
type ClassicCall = ServerReadableStream<streamsPb.AppendReq, streamsPb.AppendResp>;

export interface EventStoreDbServerOptions {
  /** File that stores the events; they are in memory by default. */
  readonly file?: string;
  readonly port?: number;
  readonly version?: '22.10.5' | '23.10.8';
  /** Certificate to serve TLS with. */
  readonly certificate?: Certificate;
  /** Users with their rights, who have to sign in; without it everybody may do everything. */
  readonly users?: Users;
  /** Cluster of this node; a node without one leads. */
  readonly cluster?: ClusterView;
}

/** A node's view of its cluster. */
export interface ClusterView {
  readonly store: EventStoreDbStore;
  /** Port of the leader; null during an election. */
  leader(): number | null;
  members(): readonly Member[];
}

/** The server answers an invalid append twice, the second time after this write timeout. */
const writeTimeoutMs = 2_000;

/** The faults by method name, so that they can also be injected into a server in another process. */
export const faults = [
  'freeze',
  'thaw',
  'die',
  'revive',
  'holdAnswers',
  'releaseAnswers',
  'answerTwice',
  'cutAfterWrite',
  'stopGracefully',
  'failFeatures',
] as const;
export type Fault = (typeof faults)[number];

/**
 * Speaks EventStoreDB's protocol, by the service definitions of its client and with the measured behaviour of 22.10 and
 * 23.10; it is as strict as the real one. For tests: on loopback, no fsync.
 */
export class EventStoreDbServer {
  private readonly store: EventStoreDbStore;
  readonly id = randomUUID();
  private readonly access: Access | null;
  private readonly sockets = new Set<Socket>();
  private readonly calls = new Set<BatchCall>();
  private readonly subscriptions = new Set<Subscription>();
  private readonly timers = new Set<NodeJS.Timeout>();
  private tcp: TcpServer | undefined;
  private grpc: Server | undefined;
  port: number;

  private asleep: (() => void)[] | null = null;
  private held: (() => void)[] | null = null;
  private twice = false;
  private cutting = false;
  private featureFailures = 0;
  /** The streams of all appends that reached the store, written or not; each also emits `append`. */
  readonly appends: string[] = [];
  readonly activity = new EventEmitter();

  private constructor(private readonly options: EventStoreDbServerOptions) {
    this.store = options.cluster?.store ?? new EventStoreDbStore(options.file);
    this.access = options.users ? accessFor(options.users, this.store) : null;
    this.port = options.port ?? 0;
  }

  static async start(options: EventStoreDbServerOptions = {}): Promise<EventStoreDbServer> {
    const server = new EventStoreDbServer(options);
    await server.revive();
    return server;
  }

  get isAlive(): boolean {
    return this.tcp !== undefined;
  }

  get url(): string {
    return `esdb://127.0.0.1:${this.port}?tls=false`;
  }

  /** Stops reacting until `thaw`; connections stay open and requests wait. */
  freeze(): void {
    this.asleep ??= [];
  }

  thaw(): void {
    const waiting = this.asleep ?? [];
    this.asleep = null;
    for (const task of waiting) task();
  }

  /** Ends at once, without closing anything; written events stay. */
  async die(): Promise<void> {
    if (!this.tcp) return;
    const closed = once(this.tcp, 'close');
    this.tcp.close();
    this.tcp = undefined;
    this.freeze();
    // Node.js ends the process when a session ends while it reads incoming calls: https://github.com/nodejs/node/issues/64850
    await new Promise(setImmediate);
    this.cut();
    this.grpc!.forceShutdown();
    this.asleep = null;
    this.held = null;
    for (const timer of this.timers) clearTimeout(timer);
    this.timers.clear();
    await closed;
  }

  /** Restarts on the same port with the same events. */
  async revive(): Promise<void> {
    const grpc = new Server({ 'grpc.max_receive_message_length': -1, 'grpc.max_send_message_length': -1 });
    this.serve(grpc);
    const injector = grpc.createConnectionInjector(ServerCredentials.createInsecure());
    const { certificate } = this.options;
    const take = (socket: Socket) => {
      this.sockets.add(socket);
      socket.on('close', () => this.sockets.delete(socket));
      socket.on('error', () => {});
      socket.setNoDelay();
      injector.injectConnection(socket);
    };
    const tcp = certificate ? createTlsServer({ ...certificate, ALPNProtocols: ['h2'] }, take) : createServer(take);
    tcp.listen(this.port, '127.0.0.1');
    await once(tcp, 'listening');
    this.port = (tcp.address() as AddressInfo).port;
    [this.tcp, this.grpc] = [tcp, grpc];
  }

  /** From now on appends are written, but answered only after `releaseAnswers`. */
  holdAnswers(): void {
    this.held ??= [];
  }

  releaseAnswers(): void {
    const waiting = this.held ?? [];
    this.held = null;
    for (const answer of waiting) answer();
  }

  /** Answers the next append twice. */
  answerTwice(): void {
    this.twice = true;
  }

  /** Writes the next append and then cuts the connection instead of answering. */
  cutAfterWrite(): void {
    this.cutting = true;
  }

  /** Ends like a 23.10 that is stopped: calls end without a status, which the client does not see as "unavailable". */
  stopGracefully(): void {
    const error = {
      code: status.INTERNAL,
      details: 'Received RST_STREAM with code 0 (Call ended without gRPC status)',
    };
    for (const call of this.calls) call.emit('error', error);
    for (const subscription of this.subscriptions) subscription.end(error);
  }

  /** Fails the next feature lookup with an error that the client caches. */
  failFeatures(): void {
    this.featureFailures++;
  }

  async stop(): Promise<void> {
    await this.die();
    if (!this.options.cluster) this.store.close();
  }

  /** The refusal of a call that only the leader answers; null on the leader. */
  private get refusalToLead(): GrpcError | null {
    const { cluster } = this.options;
    if (!cluster) return null;
    const leader = cluster.leader();
    if (leader === null) return notReady;
    return leader === this.port ? null : notLeader(leader);
  }

  private cut(): void {
    for (const socket of this.sockets) socket.destroy();
  }

  private whenAwake(task: () => void): void {
    if (this.asleep) this.asleep.push(task);
    else task();
  }

  private serve(grpc: Server): void {
    grpc.addService(streamsService.StreamsService, {
      read: (call: ReadCall) => this.whenAwake(() => void this.read(call)),
      append: (call: ClassicCall, answer: sendUnaryData<streamsPb.AppendResp>) => this.append(call, answer),
      batchAppend: (call: BatchCall) => this.batchAppend(call),
      delete: (call: { request: streamsPb.DeleteReq }, answer: sendUnaryData<streamsPb.DeleteResp>) => {
        const name = nameOf(call.request.getOptions()!.getStreamIdentifier());
        if (this.store.stream(name) === 'deleted') return answer(streamDeleted(name));
        const deleted = this.store.delete(name);
        if (deleted) answer(null, deleteResponse(deleted));
        else answer(deletionRefused(name));
      },
      tombstone: (call: { request: streamsPb.TombstoneReq }, answer: sendUnaryData<streamsPb.TombstoneResp>) => {
        const name = nameOf(call.request.getOptions()!.getStreamIdentifier());
        if (this.store.stream(name) === 'deleted') answer(streamDeleted(name));
        else answer(null, tombstoneResponse(this.store.tombstone(name)));
      },
    });
    grpc.addService(featuresService.ServerFeaturesService, {
      getSupportedMethods: (_: unknown, answer: sendUnaryData<unknown>) =>
        this.whenAwake(() => {
          if (this.featureFailures === 0) answer(null, supportedMethods(this.options.version ?? '23.10.8'));
          else {
            this.featureFailures--;
            answer({ code: status.INTERNAL, details: 'Not ready' });
          }
        }),
    });
    grpc.addService(gossipService.GossipService, {
      read: (_: unknown, answer: sendUnaryData<unknown>) =>
        this.whenAwake(() => answer(null, clusterOf(this.members()))),
    });
  }

  private members(): readonly Member[] {
    return this.options.cluster?.members() ?? [{ id: this.id, port: this.port, state: 'leader', isAlive: true }];
  }

  private async read(call: ReadCall): Promise<void> {
    const ofAll = call.request.getOptions()!.hasAll();
    const refused =
      this.access?.refusal(call.metadata, ofAll ? 'read-all' : 'read') ??
      (call.metadata.get('requires-leader').length > 0 ? this.refusalToLead : null);
    if (refused) return finish(call, refused);
    if (!call.request.getOptions()!.hasSubscription()) return serveRead(this.store, call);
    const awake = () => (this.asleep ? new Promise<void>((resolve) => this.asleep!.push(resolve)) : Promise.resolve());
    let subscription: Subscription;
    try {
      const announcesCaughtUp = this.options.version !== '22.10.5';
      subscription = new Subscription(this.store, call, { announcesCaughtUp, awake });
    } catch {
      return finish(call, { code: status.UNKNOWN, details: 'Exception was thrown by handler.' });
    }
    this.subscriptions.add(subscription);
    call.once('close', () => this.subscriptions.delete(subscription));
    await subscription.run();
  }

  private append(call: ClassicCall, answer: sendUnaryData<streamsPb.AppendResp>): void {
    const requests: streamsPb.AppendReq[] = [];
    call.on('data', (request: streamsPb.AppendReq) => requests.push(request));
    call.on('error', () => {});
    call.on('end', () =>
      this.whenAwake(() => {
        const refused = this.access?.refusal(call.metadata, 'write') ?? this.refusalToLead;
        if (refused) return answer(refused as Partial<ServiceError>);
        const options = requests[0]!.getOptions()!;
        const stream = nameOf(options.getStreamIdentifier());
        const events = requests.slice(1).map((request) => proposedOf(request.getProposedMessage()!));
        const response = classicResponse(stream, this.write(stream, options, events));
        if ('code' in response) answer(response as Partial<ServiceError>);
        else answer(null, response);
      }),
    );
  }

  private batchAppend(call: BatchCall): void {
    const unknown = this.access?.refusal(call.metadata, 'write');
    if (unknown?.code === status.UNAUTHENTICATED) return void call.emit('error', unknown);
    this.calls.add(call);
    const gathered = new Map<string, { options: streamsPb.BatchAppendReq.Options; events: ProposedEvent[] }>();
    call.on('data', (request: streamsPb.BatchAppendReq) => {
      const correlationId = request.getCorrelationId()!;
      const key = correlationId.getString();
      const append = gathered.get(key) ?? { options: request.getOptions()!, events: [] };
      gathered.set(key, append);
      for (const message of request.getProposedMessagesList()) append.events.push(proposedOf(message));
      if (!request.getIsFinal()) return;
      gathered.delete(key);
      this.whenAwake(() => this.appendBatch(call, correlationId, append));
    });
    call.on('error', () => {});
    call.on('end', () => call.end());
    call.on('close', () => this.calls.delete(call));
  }

  private appendBatch(
    call: BatchCall,
    correlationId: sharedPb.UUID,
    { options, events }: { options: streamsPb.BatchAppendReq.Options; events: readonly ProposedEvent[] },
  ): void {
    const stream = nameOf(options.getStreamIdentifier());
    const elsewhere = this.refusalToLead;
    // The end of the call names another leader; during an election each append gets an answer.
    if (elsewhere && elsewhere !== notReady) return void call.emit('error', elsewhere);
    const answer = (result: Parameters<typeof batchResponse>[2]) => {
      const send = () => {
        if (!call.destroyed && !call.cancelled) call.write(batchResponse(correlationId, stream, result));
      };
      if (this.held) this.held.push(send);
      else send();
    };
    const deadline = options.getDeadline()?.toDate().getTime() ?? Number.POSITIVE_INFINITY;
    const isDenied = this.access?.refusal(call.metadata, 'write') != null;
    const refused = elsewhere ? 'not-ready' : isDenied ? 'access-denied' : deadline <= Date.now() ? 'timeout' : null;
    if (refused) {
      answer({ kind: refused });
      return;
    }
    const result = this.write(stream, options, events);
    if (this.cutting) {
      this.cutting = false;
      this.cut();
      return;
    }
    answer(result);
    if (this.twice) {
      this.twice = false;
      answer(result);
    }
    if (result.kind === 'bad-request') {
      const timer = setTimeout(() => answer({ kind: 'timeout' }), writeTimeoutMs);
      this.timers.add(timer);
    }
  }

  private write(
    stream: string,
    options: streamsPb.BatchAppendReq.Options | streamsPb.AppendReq.Options,
    events: readonly ProposedEvent[],
  ): AppendResult {
    this.appends.push(stream);
    const result = this.store.append(stream, expectedOf(options), events);
    this.activity.emit('append');
    return result;
  }
}
