import type { Metadata } from '@grpc/grpc-js';
import { accessDenied, type GrpcError, unauthenticated } from './messages';
import type { EventStoreDbStore } from './store';

/** Passwords by name. As in EventStoreDB, `admin` may do everything. */
export type Users = Readonly<Record<string, string>>;

export type Action = 'read' | 'read-all' | 'write';

export interface Access {
  /** Why a call may not do something; null when it may. */
  refusal(metadata: Metadata, action: Action): GrpcError | null;
}

/**
 * Basic authentication, and of the rights the one that Gos needs more of than the server gives by itself: everybody with a
 * password reads and writes streams, `$all` is read by admins and by those whom its own access control list names.
 */
export function accessFor(users: Users, store: EventStoreDbStore): Access {
  return {
    refusal(metadata, action) {
      const [given] = metadata.get('authorization');
      if (given === undefined) return accessDenied;
      const [name, ...password] = Buffer.from(String(given).replace(/^Basic /, ''), 'base64')
        .toString()
        .split(':');
      if (users[name!] === undefined || users[name!] !== password.join(':')) return unauthenticated;
      const isAllowed = action !== 'read-all' || name === 'admin' || readersOfAll(store).includes(name!);
      return isAllowed ? null : accessDenied;
    },
  };
}

function readersOfAll(store: EventStoreDbStore): readonly string[] {
  const metadata = store.stream('$$$all');
  if (typeof metadata === 'string') return [];
  const { $acl } = JSON.parse(metadata.at(-1)!.data.toString()) as { $acl?: { $r?: string | readonly string[] } };
  return [$acl?.$r ?? []].flat();
}
