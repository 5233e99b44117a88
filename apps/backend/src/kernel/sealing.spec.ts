import { expect, it } from '@jest/globals';
import { keyFor } from './keys';
import { Sealing } from './sealing';

it('what is sealed opens for its owner alone, under the same secret and purpose, and only unaltered', () => {
  const secret = 'a secret of the installation';
  const sealing = new Sealing(keyFor({ secret }, 'webhook'));
  const sealed = sealing.seal('whsec_Příliš', '7');
  expect(sealed).not.toContain('whsec');
  expect(sealing.seal('whsec_Příliš', '7')).not.toBe(sealed);
  expect(new Sealing(keyFor({ secret }, 'webhook')).open(sealed, '7')).toBe('whsec_Příliš');
  expect(sealing.open(sealed, '8')).toBeNull();
  expect(new Sealing(keyFor({ secret: 'another secret' }, 'webhook')).open(sealed, '7')).toBeNull();
  expect(new Sealing(keyFor({ secret }, 'totp')).open(sealed, '7')).toBeNull();
  expect(sealing.open(`${sealed.slice(0, -2)}AA`, '7')).toBeNull();
  for (const broken of ['', 'AAAA']) expect(sealing.open(broken, '7')).toBeNull();
});
