import { BlockList, isIP, isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';

/** The only IPv6 network whose addresses are assigned to the public internet (RFC 4291, 2.4). */
const globalUnicast = new BlockList();
globalUnicast.addSubnet('2000::', 3, 'ipv6');

/**
 * Whether an IP address is one of the public internet: not loopback, private, link-local, shared (CGNAT), multicast or
 * otherwise reserved. An IPv6 address that embeds an IPv4 one (mapped, compatible, NAT64, 6to4, Teredo) counts as public
 * only when it is mapped to a public one. An address with a zone belongs to one link.
 */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0 || address.includes('%')) return false;
  // In hexadecimal: the library reads `::a.b.c.d` as a mapped address.
  const plain = ipaddr.process(isIPv6(address) ? new URL(`http://[${address}]`).hostname.slice(1, -1) : address);
  if (plain.range() !== 'unicast') return false;
  return !isIPv6(plain.toString()) || globalUnicast.check(plain.toString(), 'ipv6');
}

/** The host of a URL as an IP address; null when it is a name. */
function literalAddress({ hostname }: URL): string | null {
  const plain = hostname.replace(/^\[(.*)\]$/, '$1');
  return ipaddr.isValid(plain) ? plain : null;
}

/** Whether the URL itself leads to this machine or its network. The target of a name is checked when it is resolved. */
export function isLiterallyPrivate(url: URL): boolean {
  const address = literalAddress(url);
  if (address !== null) return !isPublicAddress(address);
  return /(^|\.)localhost\.?$/i.test(url.hostname);
}
