import gossipPb from '@eventstore/db-client/generated/gossip_pb.js';
import featuresPb from '@eventstore/db-client/generated/serverfeatures_pb.js';
import sharedPb from '@eventstore/db-client/generated/shared_pb.js';
import statusPb from '@eventstore/db-client/generated/status_pb.js';
import streamsPb from '@eventstore/db-client/generated/streams_pb.js';
import { Metadata, type StatusObject, status } from '@grpc/grpc-js';
import anyPb from 'google-protobuf/google/protobuf/any_pb.js';
import emptyPb from 'google-protobuf/google/protobuf/empty_pb.js';
import { type AppendResult, type Expected, maxAppendBytes, type ProposedEvent, type StoredEvent } from './store';

/** The error that ends a gRPC call. */
export type GrpcError = Pick<StatusObject, 'code' | 'details'> & { readonly metadata?: Metadata };

export const thrownByHandler: GrpcError = { code: status.UNKNOWN, details: 'Exception was thrown by handler.' };

type AppendOptions = streamsPb.BatchAppendReq.Options | streamsPb.AppendReq.Options;
type ProposedMessage = streamsPb.BatchAppendReq.ProposedMessage | streamsPb.AppendReq.ProposedMessage;

export function nameOf(identifier: sharedPb.StreamIdentifier | undefined): string {
  return Buffer.from(identifier?.getStreamName_asU8() ?? []).toString();
}

export function expectedOf(options: AppendOptions): Expected {
  if (options.hasAny()) return 'any';
  if (options.hasNoStream()) return 'no_stream';
  if (options.hasStreamExists()) return 'stream_exists';
  return Number('getStreamPosition' in options ? options.getStreamPosition() : options.getRevision());
}

export function proposedOf(message: ProposedMessage): ProposedEvent {
  return {
    id: message.getId()?.getString() ?? '',
    type: message.getMetadataMap().get('type') ?? '',
    contentType: message.getMetadataMap().get('content-type') ?? '',
    data: Buffer.from(message.getData_asU8()),
    metadata: Buffer.from(message.getCustomMetadata_asU8()),
  };
}

export function readResponse(event: StoredEvent): streamsPb.ReadResp {
  const record = new streamsPb.ReadResp.ReadEvent.RecordedEvent();
  record.setId(uuidOf(event.id));
  record.setStreamIdentifier(identifierOf(event.stream));
  record.setStreamRevision(event.type === '$streamDeleted' ? '9223372036854775807' : String(event.revision));
  record.setPreparePosition(String(event.position));
  record.setCommitPosition(String(event.position));
  record.getMetadataMap().set('type', event.type);
  record.getMetadataMap().set('content-type', event.contentType);
  // .NET ticks: units of 100 nanoseconds.
  record.getMetadataMap().set('created', `${event.created}0000`);
  record.setData(event.data);
  record.setCustomMetadata(event.metadata);
  const resolved = new streamsPb.ReadResp.ReadEvent();
  resolved.setEvent(record);
  resolved.setCommitPosition(String(event.position));
  return new streamsPb.ReadResp().setEvent(resolved);
}

export function confirmation(id: string): streamsPb.ReadResp {
  return new streamsPb.ReadResp().setConfirmation(
    new streamsPb.ReadResp.SubscriptionConfirmation().setSubscriptionId(id),
  );
}

export function checkpoint(position: number): streamsPb.ReadResp {
  const at = new streamsPb.ReadResp.Checkpoint();
  at.setCommitPosition(String(position));
  at.setPreparePosition(String(position));
  return new streamsPb.ReadResp().setCheckpoint(at);
}

export function caughtUp(): streamsPb.ReadResp {
  return new streamsPb.ReadResp().setCaughtUp(new streamsPb.ReadResp.CaughtUp());
}

export function streamNotFound(name: string): streamsPb.ReadResp {
  return new streamsPb.ReadResp().setStreamNotFound(
    new streamsPb.ReadResp.StreamNotFound().setStreamIdentifier(identifierOf(name)),
  );
}

/** The answer of the batch-append API: errors have no gRPC code, only a packed message. */
export function batchResponse(
  correlationId: sharedPb.UUID,
  stream: string,
  result: AppendResult | { readonly kind: 'timeout' | 'access-denied' | 'not-ready' },
): streamsPb.BatchAppendResp {
  const response = new streamsPb.BatchAppendResp();
  response.setCorrelationId(correlationId);
  response.setStreamIdentifier(identifierOf(stream));
  switch (result.kind) {
    case 'success': {
      const success = new streamsPb.BatchAppendResp.Success();
      success.setCurrentRevision(String(result.revision));
      if (result.position === null) success.setNoPosition(new emptyPb.Empty());
      else success.setPosition(allPosition(result.position));
      return response.setSuccess(success);
    }
    case 'wrong-expected-version': {
      const wrong = new sharedPb.WrongExpectedVersion();
      if (result.actual === null) wrong.setCurrentNoStream(new emptyPb.Empty());
      else wrong.setCurrentStreamRevision(String(result.actual));
      if (result.expected === 'any') wrong.setExpectedAny(new emptyPb.Empty());
      else if (result.expected === 'no_stream') wrong.setExpectedNoStream(new emptyPb.Empty());
      else if (result.expected === 'stream_exists') wrong.setExpectedStreamExists(new emptyPb.Empty());
      else wrong.setExpectedStreamPosition(String(result.expected));
      return response.setError(batchError('WrongExpectedVersion', wrong));
    }
    case 'too-large': {
      const large = new sharedPb.MaximumAppendSizeExceeded().setMaxappendsize(maxAppendBytes);
      return response.setError(batchError('MaximumAppendSizeExceeded', large));
    }
    case 'deleted': {
      const deleted = new sharedPb.StreamDeleted().setStreamIdentifier(identifierOf(stream));
      return response.setError(batchError('StreamDeleted', deleted));
    }
    case 'bad-request':
      return response.setError(batchError('BadRequest', new sharedPb.BadRequest()));
    case 'timeout':
      return response.setError(batchError('Timeout', new sharedPb.Timeout()));
    case 'access-denied':
      return response.setError(batchError('AccessDenied', new sharedPb.AccessDenied()));
    case 'not-ready': {
      const details = new anyPb.Any();
      details.pack(new emptyPb.Empty().serializeBinary(), 'google.protobuf.Empty');
      return response.setError(new statusPb.Status().setMessage('Server Is Not Ready').setDetails(details));
    }
  }
}

/** The answer of the classic append API, or the error that ends the call. */
export function classicResponse(stream: string, result: AppendResult): streamsPb.AppendResp | GrpcError {
  const response = new streamsPb.AppendResp();
  switch (result.kind) {
    case 'success': {
      const success = new streamsPb.AppendResp.Success().setCurrentRevision(String(result.revision));
      if (result.position !== null) {
        const position = new streamsPb.AppendResp.Position();
        position.setCommitPosition(String(result.position));
        position.setPreparePosition(String(result.position));
        success.setPosition(position);
      }
      return response.setSuccess(success);
    }
    case 'wrong-expected-version': {
      const wrong = new streamsPb.AppendResp.WrongExpectedVersion();
      if (result.actual === null) wrong.setCurrentNoStream(new sharedPb.Empty());
      else wrong.setCurrentRevision(String(result.actual));
      if (result.expected === 'any') wrong.setExpectedAny(new sharedPb.Empty());
      else if (result.expected === 'no_stream') wrong.setExpectedNoStream(new sharedPb.Empty());
      else if (result.expected === 'stream_exists') wrong.setExpectedStreamExists(new sharedPb.Empty());
      else wrong.setExpectedRevision(String(result.expected));
      return response.setWrongExpectedVersion(wrong);
    }
    case 'too-large':
      return withException(
        status.INVALID_ARGUMENT,
        `Maximum Append Size of ${maxAppendBytes} Exceeded.`,
        'maximum-append-size-exceeded',
        { 'maximum-append-size': String(maxAppendBytes) },
      );
    case 'deleted':
      return streamDeleted(stream);
    case 'bad-request':
      return thrownByHandler;
  }
}

export function streamDeleted(stream: string): GrpcError {
  const details = `Event stream '${stream}' is deleted.`;
  return withException(status.FAILED_PRECONDITION, details, 'stream-deleted', { 'stream-name': stream });
}

export function deletionRefused(stream: string): GrpcError {
  return withException(
    status.FAILED_PRECONDITION,
    `Delete failed due to WrongExpectedVersion. Stream: ${stream}, Expected version: -2, Actual version: -1`,
    'wrong-expected-version',
    { 'stream-name': stream, 'expected-version': '-2', 'actual-version': '-1' },
  );
}

export function deleteResponse({ position }: StoredEvent): streamsPb.DeleteResp {
  const at = new streamsPb.DeleteResp.Position();
  at.setCommitPosition(String(position));
  at.setPreparePosition(String(position));
  return new streamsPb.DeleteResp().setPosition(at);
}

export function tombstoneResponse({ position }: StoredEvent): streamsPb.TombstoneResp {
  const at = new streamsPb.TombstoneResp.Position();
  at.setCommitPosition(String(position));
  at.setPreparePosition(String(position));
  return new streamsPb.TombstoneResp().setPosition(at);
}

export function supportedMethods(version: string): featuresPb.SupportedMethods {
  const methods = new featuresPb.SupportedMethods().setEventStoreServerVersion(version);
  for (const name of ['read', 'append', 'delete', 'tombstone', 'batchappend']) {
    const method = new featuresPb.SupportedMethod();
    method.setServiceName('event_store.client.streams.streams');
    method.setMethodName(name);
    methods.addMethods(method);
  }
  return methods;
}

export interface Member {
  readonly id: string;
  readonly port: number;
  /** A node is of an unknown state during an election. */
  readonly state: 'leader' | 'follower' | 'unknown';
  readonly isAlive: boolean;
}

/** Gossip of a cluster. */
export function clusterOf(members: readonly Member[]): gossipPb.ClusterInfo {
  const { LEADER, FOLLOWER, UNKNOWN } = gossipPb.MemberInfo.VNodeState;
  const states = { leader: LEADER, follower: FOLLOWER, unknown: UNKNOWN };
  return new gossipPb.ClusterInfo().setMembersList(
    members.map(({ id, port, state, isAlive }) => {
      const member = new gossipPb.MemberInfo();
      member.setInstanceId(uuidOf(id));
      member.setTimeStamp(`${Date.now()}0000`);
      member.setState(states[state]);
      member.setIsAlive(isAlive);
      return member.setHttpEndPoint(new gossipPb.EndPoint().setAddress('127.0.0.1').setPort(port));
    }),
  );
}

export const accessDenied = withException(status.PERMISSION_DENIED, 'Access Denied', 'access-denied', {});
export const unauthenticated: GrpcError = { code: status.UNAUTHENTICATED, details: 'Unauthenticated' };
export const notReady: GrpcError = { code: status.UNAVAILABLE, details: 'Server Is Not Ready' };

/** A follower's answer to a call that only the leader executes. */
export function notLeader(port: number): GrpcError {
  return withException(status.NOT_FOUND, 'Leader info available', 'not-leader', {
    'leader-endpoint-host': '127.0.0.1',
    'leader-endpoint-port': String(port),
  });
}

function batchError(name: string, message: { serializeBinary(): Uint8Array }): statusPb.Status {
  const details = new anyPb.Any();
  details.pack(message.serializeBinary(), `event_store.client.${name}`);
  return new statusPb.Status().setMessage(name).setDetails(details);
}

function withException(code: status, details: string, exception: string, more: Record<string, string>): GrpcError {
  const metadata = new Metadata();
  metadata.set('exception', exception);
  for (const [key, value] of Object.entries(more)) metadata.set(key, value);
  return { code, details, metadata };
}

function identifierOf(stream: string): sharedPb.StreamIdentifier {
  return new sharedPb.StreamIdentifier().setStreamName(Buffer.from(stream));
}

function uuidOf(id: string): sharedPb.UUID {
  return new sharedPb.UUID().setString(id);
}

function allPosition(position: number): sharedPb.AllStreamPosition {
  const at = new sharedPb.AllStreamPosition();
  at.setCommitPosition(String(position));
  at.setPreparePosition(String(position));
  return at;
}
