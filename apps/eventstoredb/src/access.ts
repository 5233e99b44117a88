import type { Metadata } from '@grpc/grpc-js';
import { accessDenied, type GrpcError, unauthenticated } from './messages';
import type { EventStoreDbStore } from './store';

/** Passwords by name. As in EventStoreDB, `admin` may do everything. */
export type Users = Readonly<Record<string, string>>;

export type Action = 'read' | 'read-all' | 'write';

export interface Access {
  /** The reason why a call is refused; null when it is allowed. */
  refusal(metadata: Metadata, action: Action): GrpcError | null;
}

/**
 * Basic authentication, and the only right that Gos needs beyond the server's default: everybody with a password reads and
 * writes streams, but only admins and users in its access control list read `$all`.
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
