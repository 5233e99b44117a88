import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import type { Config } from '../../../kernel/config';

/** Whom a passkey is made for: a host, and the origin under which the browser shows it. */
export interface RelyingParty {
  readonly id: string;
  readonly origin: string;
}

const isLocalhost = (hostname: string) => hostname === 'localhost' || hostname.endsWith('.localhost');

/** Browsers have passkeys over https and on localhost, and never for a mere IP address. */
function partyOf(address: string): RelyingParty | null {
  if (!URL.canParse(address)) return null;
  const { hostname, protocol, origin } = new URL(address);
  if (isIP(hostname.replace(/^\[|\]$/g, '')) !== 0) return null;
  return protocol === 'https:' || isLocalhost(hostname) ? { id: hostname, origin } : null;
}

/** The host of `GOS_PUBLIC_URL`; without it only localhost. Null where there can be no passkeys. */
export function relyingPartyOf(
  { publicUrl }: Pick<Config, 'publicUrl'>,
  { headers, protocol, host }: Pick<FastifyRequest, 'headers' | 'protocol' | 'host'>,
): RelyingParty | null {
  if (publicUrl !== null) return partyOf(publicUrl);
  const party = partyOf(headers.origin ?? `${protocol}://${host}`);
  return party && isLocalhost(party.id) ? party : null;
}
