import { describe, expect, it } from '@jest/globals';
import { isEmailAddress } from './email-address';

describe('an e-mail address', () => {
  it.each([
    'jan@firma.example',
    'jan.novak+gos@mail.firma.example',
    "o'hara_%=x@firma.example",
    'žofie.říčařová@číslo.example',
    'jan@xn--slo-7ma8l.example',
    `${'x'.repeat(64)}@firma.example`,
    'user@2.example',
    '用户@例子.广告',
  ])('%s can be written to', (email) => {
    expect(isEmailAddress(email)).toBe(true);
  });

  it.each([
    'jan',
    '@firma.example',
    'jan@',
    'jan@firma',
    'jan@firma.',
    'jan@.example',
    'jan@-firma.example',
    'jan@firma-.example',
    'jan@fir_ma.example',
    'jan@firma,example.cz',
    'jan@10.0.0.1',
    'jan@[10.0.0.1]',
    'jan@firma.example.',
    'jan,novak@firma.example',
    'jan;novak@firma.example',
    '"jan"@firma.example',
    '<jan>@firma.example',
    'jan:novak@firma.example',
    'jan(n)@firma.example',
    'jan\\@firma.example',
    'jan@novak@firma.example',
    'jan novak@firma.example',
    'jan\u00a0novak@firma.example',
    'jan\u200b@firma.example',
    'jan\0@firma.example',
    '.jan@firma.example',
    'jan.@firma.example',
    'jan..novak@firma.example',
    `${'x'.repeat(65)}@firma.example`,
    `${'ž'.repeat(33)}@firma.example`,
    `jan@${'x'.repeat(64)}.example`,
    `jan@${'abcd.'.repeat(50)}example`,
    '',
  ])('%j cannot', (email) => {
    expect(isEmailAddress(email)).toBe(false);
  });

  it('of a sender may be on a host without a domain', () => {
    expect([isEmailAddress('gos@localhost'), isEmailAddress('gos@localhost', 1)]).toEqual([false, true]);
  });
});
