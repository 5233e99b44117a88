import { expect, it } from '@jest/globals';
import { relyingPartyOf } from './relying-party';

const asked = (origin: string | undefined, host = 'localhost:3000') =>
  ({ headers: { origin }, protocol: 'http', host }) as Parameters<typeof relyingPartyOf>[1];

it.each([
  ['https://gos.firma.example', { id: 'gos.firma.example', origin: 'https://gos.firma.example' }],
  ['https://gos.firma.example:8443/', { id: 'gos.firma.example', origin: 'https://gos.firma.example:8443' }],
  ['http://localhost:3000', { id: 'localhost', origin: 'http://localhost:3000' }],
  ['http://gos.firma.example', null],
  ['https://10.0.0.5', null],
  ['https://[::1]:3000', null],
])('of the address %s', (publicUrl, party) => {
  expect(relyingPartyOf({ publicUrl }, asked('https://elsewhere.example'))).toEqual(party);
});

it('is localhost alone where no address is set', () => {
  const local = { id: 'localhost', origin: 'http://localhost:3000' };
  expect(relyingPartyOf({ publicUrl: null }, asked('http://localhost:3000'))).toEqual(local);
  expect(relyingPartyOf({ publicUrl: null }, asked(undefined))).toEqual(local);
  expect(relyingPartyOf({ publicUrl: null }, asked('https://evil.example'))).toBeNull();
  expect(relyingPartyOf({ publicUrl: null }, asked(undefined, '192.168.1.2:3000'))).toBeNull();
  expect(relyingPartyOf({ publicUrl: null }, asked('null'))).toBeNull();
});
