import type { EventStoreDBClient } from '@eventstore/db-client';
import type streamsPb from '@eventstore/db-client/generated/streams_pb.js';

type BatchAppendReq = streamsPb.BatchAppendReq;

interface BatchStream {
  on(event: string, listener: (value: never) => void): BatchStream;
  write(request: BatchAppendReq): boolean;
}

interface Service {
  batchAppend?(...args: readonly unknown[]): BatchStream;
}

/** A channel of gRPC: it connects by itself, and again. */
interface Channel {
  getConnectivityState(tryToConnect: boolean): number;
  watchConnectivityState(current: number, deadline: number, changed: (error?: Error) => void): void;
}

/** Codes of gRPC: states of a channel, and the status of a call that found no server. */
const [connecting, shutDown, unavailable] = [1, 4, 14];
/** A node that accepts a connection and stays silent: gRPC itself waits for its first answer without a limit. */
const connectMs = 3_000;

interface ClientInternals {
  createChannel(): Promise<Channel>;
  createGRPCClient(service: unknown): Promise<Service>;
  handleError(service: unknown, error: Error): Promise<void>;
}

/**
 * Works around faults of @eventstore/db-client 6.2.1 that crash the process or leave an append pending forever when a
 * server misbehaves: a second answer to an append, appends that wait for a full connection when it breaks, a failed
 * reconnection.
 */
export function withWorkarounds(client: EventStoreDBClient): EventStoreDBClient {
  const workings = client as unknown as ClientInternals;
  const { createGRPCClient, handleError } = workings;
  workings.createGRPCClient = async (kind) => {
    const service = await createGRPCClient(kind);
    if (service.batchAppend) {
      const batchAppend = service.batchAppend.bind(service);
      service.batchAppend = (...args) => guardStream(batchAppend(...args));
    }
    return service;
  };
  workings.handleError = (service, error) => handleError(service, error).catch(() => {});
  return client;
}

function guardStream(stream: BatchStream): BatchStream {
  const on = stream.on.bind(stream);
  const write = stream.write.bind(stream);
  stream.on = (event, listener) => on(event, event === 'data' ? ignoringStrangers(listener) : listener);
  stream.write = (request) => {
    for (const message of request.getProposedMessagesList()) {
      message.getMetadataMap().set('content-type', 'application/json');
    }
    write(request);
    // Never wait for drain: a waiting append rejects uncatchably when the connection breaks. The amount under way is
    // bounded before.
    return true;
  };
  return stream;
}

/** Ignores an answer to an unknown append; the client's listener would throw before doing anything else. */
function ignoringStrangers(listener: (value: never) => void): (value: never) => void {
  return (answer) => {
    try {
      listener(answer);
    } catch {}
  };
}

/**
 * Calls the listener whenever a channel of the client changes its state: is made, connected or loses its connection. A channel that does
 * not connect in time is closed: its calls fail as unavailable, and the client connects again, to another node where it knows one.
 */
export function watchChannels(client: EventStoreDBClient, changed: () => void): EventStoreDBClient {
  const workings = client as unknown as ClientInternals;
  const createChannel = workings.createChannel.bind(client);
  workings.createChannel = async () => {
    const channel = await createChannel();
    const giveUp = () => {
      const error = Object.assign(new Error(`No answer within ${connectMs} ms`), { code: unavailable });
      void workings.handleError({ getChannel: () => channel }, error);
    };
    let limit: NodeJS.Timeout | undefined;
    const watch = () => {
      clearTimeout(limit);
      changed();
      const state = channel.getConnectivityState(false);
      if (state === shutDown) return;
      if (state === connecting) limit = setTimeout(giveUp, connectMs).unref();
      channel.watchConnectivityState(state, Number.POSITIVE_INFINITY, watch);
    };
    watch();
    return channel;
  };
  return client;
}
