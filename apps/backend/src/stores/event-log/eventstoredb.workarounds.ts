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

interface ClientInternals {
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
