import { describe, expect, it } from '@jest/globals';
import { amongNetworks, isNearby, networksOf } from './trusted-proxies';

describe('addresses and networks', () => {
  it.each([
    ['10.0.0.5', '10.0.0.5', true],
    ['10.0.0.5', '::ffff:10.0.0.5', true],
    ['10.0.0.5', '10.0.0.6', false],
    ['172.29.83.0/24', '172.29.83.7', true],
    ['172.29.83.0/24', '172.29.84.7', false],
    ['::1', '::1', true],
    ['fd00::/8', 'fd12::1%eth0', true],
    ['fd00::/8', '10.0.0.5', false],
    ['127.0.0.0/8', '', false],
    ['127.0.0.0/8', 'unknown', false],
  ])('%s has %s: %s', (network, address, expected) => {
    expect(amongNetworks(networksOf(network))(address)).toBe(expected);
  });

  it.each(['proxy', '10.0.0.0/33', '10.0.0/8', '::1/129', '10.0.0.1/', '10.0.0.1,', ',', '10.0.0.1 10.0.0.2', '/8'])(
    '%s is not understood',
    (setting) => {
      expect(() => networksOf(setting)).toThrow(RangeError);
    },
  );

  it.each([
    ['127.0.0.1', true],
    ['::1', true],
    ['::ffff:10.1.2.3', true],
    ['172.31.0.4', true],
    ['192.168.1.1', true],
    ['fd00::7', true],
    ['fe80::1%eth0', true],
    ['172.32.0.1', false],
    ['8.8.8.8', false],
    ['::ffff:8.8.8.8', false],
    ['2001:db8::1', false],
    ['::127.0.0.1', false],
    ['::7f00:1', false],
    ['::ffff:7f00:1', true],
    ['64:ff9b::7f00:1', false],
    ['2002:7f00:1::1', false],
    ['', false],
  ])('%s is near: %s', (address, expected) => {
    expect(isNearby(address)).toBe(expected);
  });
});
