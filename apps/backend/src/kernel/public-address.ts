import ipaddr from 'ipaddr.js';

/**
 * Whether an IP address is one of the public internet: not loopback, private, link-local, shared (CGNAT), multicast or otherwise
 * reserved, and no IPv6 address that stands for an IPv4 one by translation.
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  return ipaddr.process(address).range() === 'unicast';
}

/** The host of a URL as an IP address; null when it is a name. */
function literalAddress({ hostname }: URL): string | null {
  const plain = hostname.replace(/^\[(.*)\]$/, '$1');
  return ipaddr.isValid(plain) ? plain : null;
}

/** Whether the URL says by itself that it leads to this machine or its network. What a name leads to shows when it is resolved. */
export function isLiterallyPrivate(url: URL): boolean {
  const address = literalAddress(url);
  if (address !== null) return !isPublicAddress(address);
  return /(^|\.)localhost\.?$/i.test(url.hostname);
}
