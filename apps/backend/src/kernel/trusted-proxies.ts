import { BlockList, isIP } from 'node:net';

/** An address as `BlockList` takes it: IPv4 that came as IPv6 is IPv4, and a zone is left out. */
const plainOf = (address: string) => address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '');
const familyOf = (address: string) => (isIP(address) === 4 ? 'ipv4' : 'ipv6');

/** A test of a peer by its address alone. */
export type KnowsAddress = (address: string | undefined) => boolean;

/** Whether an address is one of these addresses and networks, such as `10.0.0.5` and `172.29.83.0/24`. */
export function amongNetworks(networks: readonly string[]): KnowsAddress {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', bits] = network.split('/');
    if (bits === undefined) list.addAddress(address, familyOf(address));
    else list.addSubnet(address, Number(bits), familyOf(address));
  }
  return (address) => {
    const plain = plainOf(address ?? '');
    return isIP(plain) !== 0 && list.check(plain, familyOf(plain));
  };
}

/**
 * The addresses and networks of a setting, comma separated.
 * @throws RangeError naming the first one that is none
 */
export function networksOf(setting: string): string[] {
  const networks = setting.split(',').map((one) => one.trim());
  for (const network of networks) {
    const [, address = '', bits] = /^([\da-f.:]+)(?:\/(\d{1,3}))?$/i.exec(network) ?? [];
    const most = isIP(address) === 4 ? 32 : 128;
    if (isIP(address) === 0 || Number(bits ?? 0) > most) throw new RangeError(network);
  }
  return networks;
}

const loopback = ['127.0.0.0/8', '::1'];
/** The proxies that are trusted where nothing else is set. */
export const usualProxies: readonly string[] = loopback;

export const isLoopback = amongNetworks(loopback);

/** Loopback and private networks. */
export const isNearby = amongNetworks([
  ...loopback,
  '10.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '169.254.0.0/16',
  'fc00::/7',
  'fe80::/10',
]);
