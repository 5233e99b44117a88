import { isEmailAddress } from '@gos/domain';
import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import addressparser from 'nodemailer/lib/addressparser';
import { sendMailOptionsOf } from './send-mail-options';

const from = { name: 'Gos', address: 'gos@firma.example' };
const sign = fc.oneof(fc.constantFrom(...'abz09.@,;:<>()"\\\'+-_ žß'), fc.string({ unit: 'grapheme', maxLength: 1 }));

it('every accepted address is one recipient to the library that sends', () => {
  fc.assert(
    fc.property(fc.array(sign, { minLength: 1, maxLength: 12 }), (signs) => {
      const address = `${signs.join('')}@firma.example`;
      if (!isEmailAddress(address)) {
        expect(() => sendMailOptionsOf({ id: 'a', to: { name: '', address }, subject: '', text: '' }, from)).toThrow();
        return;
      }
      expect(addressparser(address)).toEqual([{ name: '', address }]);
      const { envelope } = sendMailOptionsOf({ id: 'a', to: { name: '', address }, subject: '', text: '' }, from);
      expect(envelope).toEqual({ from: from.address, to: [address] });
    }),
    { numRuns: 2_000 },
  );
});
