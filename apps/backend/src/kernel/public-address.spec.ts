import { expect, it } from '@jest/globals';
import { isLiterallyPrivate, isPublicAddress } from './public-address';

it.each([
  '127.0.0.1',
  '10.1.2.3',
  '172.16.0.1',
  '192.168.50.1',
  '169.254.169.254',
  '100.64.0.1',
  '0.0.0.0',
  '224.0.0.1',
  '255.255.255.255',
  '::1',
  '::',
  'fe80::1',
  'fd00::1',
  'ff02::1',
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
  '64:ff9b::7f00:1',
  '2002:7f00:1::1',
  '::127.0.0.1',
  '::7f00:1',
  '::10.0.0.1',
  '::a00:1',
  '::93.184.216.34',
  '::ffff:0:7f00:1',
  '64:ff9b:1::a00:1',
  '64:ff9b::93.184.216.34',
  '2001::1',
  '2001:db8::1',
  'fec0::1',
  '4000::1',
  '2606:2800:220:1:248:1893:25c8:1946%eth0',
  'fe80::1%lo',
  '2130706433',
  '127.1',
  'localhost',
  '',
])('%j is no address of the public internet', (address) => {
  expect(isPublicAddress(address)).toBe(false);
});

it.each(['93.184.216.34', '2606:2800:220:1:248:1893:25c8:1946', '::ffff:93.184.216.34'])('%j is one', (address) => {
  expect(isPublicAddress(address)).toBe(true);
});

it.each([
  'http://127.0.0.1/',
  'http://2130706433/',
  'http://0x7f.1/',
  'http://[::1]:8080/',
  'http://[::ffff:10.0.0.1]/',
  'http://[::10.0.0.1]/',
  'http://[64:ff9b::10.0.0.1]/',
  'http://[2002:a00:1::]/',
  'http://localhost:3000/',
  'http://api.localhost/',
])('%s says itself that it is private', (url) => {
  expect(isLiterallyPrivate(new URL(url))).toBe(true);
});

it.each(['https://odber.example/', 'https://93.184.216.34/', 'http://intranet/'])('%s does not', (url) => {
  expect(isLiterallyPrivate(new URL(url))).toBe(false);
});
