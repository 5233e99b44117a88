import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { StoreUnavailable } from '../../kernel/store-errors';
import { type Mail, type MailMessage, MailRefused } from './mail';
import { readLetter } from './testing/read-letter';

/** A Mail adapter, and the raw mails that arrived through it. */
export interface MailUnderTest {
  readonly mail: Mail;
  arrived(): Promise<string[]>;
}

/** Contract of every Mail adapter. */
export function describeMailContract(name: string, makeMail: () => Promise<MailUnderTest>): void {
  describe(`${name} as mail`, () => {
    let tested: MailUnderTest;
    beforeAll(async () => {
      tested = await makeMail();
    });
    afterAll(() => tested.mail.close());

    let sent = 0;
    const messageWith = (more: Partial<MailMessage> = {}): MailMessage => ({
      id: `event-${++sent}`,
      to: { name: 'Jan Novák', address: 'jan@firma.example' },
      subject: 'Předmět',
      text: 'Obsah',
      ...more,
    });
    const arrivedWith = async (id: string) => {
      const letters = (await tested.arrived()).map(readLetter);
      return letters.filter((letter) => letter.header('message-id')[0]?.startsWith(`<${id}@`));
    };
    async function sentAndRead(more: Partial<MailMessage>) {
      const message = messageWith(more);
      await tested.mail.send(message);
      const letters = await arrivedWith(message.id);
      expect(letters).toHaveLength(1);
      return letters[0]!;
    }

    it.each([
      ['Nový úkol: „Příliš žluťoučký kůň“ 🐎', 'Žofie Říčařová'],
      ['=?utf-8?q?not encoded?= <b>', 'Novák, Jan; <x@evil.example>'],
      [`${'slovo '.repeat(60)}konec`, ''],
    ])('carries the subject %s to %s', async (subject, personName) => {
      const letter = await sentAndRead({ subject, to: { name: personName, address: 'zofie@firma.example' } });
      expect(letter.header('subject')).toEqual([subject]);
      const [to] = letter.header('to');
      const unquoted = to!.replace(/"((?:[^"\\]|\\.)*)"/, (_, text: string) => text.replace(/\\(.)/g, '$1'));
      expect(unquoted).toBe(personName ? `${personName} <zofie@firma.example>` : 'zofie@firma.example');
    });

    it('carries text and HTML as they are, whatever a line begins with', async () => {
      const text = `Dobrý den,\n.\n.. dvě tečky\nFrom nikoho\n${'dlouhý řádek '.repeat(200)}\n.\nQUIT\nkonec`;
      const html = '<p>Dobrý den, <a href="https://gos.example/tasks/1?a=1&amp;b=2">úkol č. 1</a></p>\n.\n<p>konec</p>';
      const letter = await sentAndRead({ text, html });
      const lines = (value: string | undefined) => value?.replace(/\r\n/g, '\n').trimEnd();
      expect(lines(letter.part('text/plain'))).toBe(text);
      expect(lines(letter.part('text/html'))).toBe(html);
    });

    it('says who sends, and that no person did', async () => {
      const letter = await sentAndRead({});
      expect(letter.header('from')[0]).toMatch(/^Gos <[^<>]+@[^<>]+>$/);
      expect(letter.header('auto-submitted')).toEqual(['auto-generated']);
      expect(letter.part('text/plain')?.trim()).toBe('Obsah');
      expect(letter.part('text/html')).toBeUndefined();
    });

    it('lets the reader have no more of these by one click', async () => {
      const letter = await sentAndRead({ unsubscribe: new URL('https://gos.example/api/unsubscribe/a-b_c') });
      expect(letter.header('list-unsubscribe')).toEqual(['<https://gos.example/api/unsubscribe/a-b_c>']);
      expect(letter.header('list-unsubscribe-post')).toEqual(['List-Unsubscribe=One-Click']);
      expect((await sentAndRead({})).header('list-unsubscribe')).toEqual([]);
    });

    it('names every attempt the same', async () => {
      const message = messageWith({ id: '3f1c2b1e-0000-5000-8000-000000000001.12' });
      await tested.mail.send(message);
      await tested.mail.send(message);
      const letters = await arrivedWith(message.id);
      expect(letters.length).toBeGreaterThan(0);
      const ids = new Set(letters.map((letter) => letter.header('message-id')[0]));
      expect([...ids]).toEqual([expect.stringMatching(/^<3f1c2b1e-0000-5000-8000-000000000001\.12@[^@>]+>$/)]);
    });

    it.each<[string, Partial<MailMessage>]>([
      ['a subject that would begin another header', { subject: 'Úkol\r\nBcc: all@firma.example' }],
      ['a subject with a line break', { subject: 'Úkol\nnový' }],
      ['a subject with a NUL', { subject: 'Úkol\0' }],
      ['a name that would begin another header', { to: { name: 'Jan\r\nBcc: x@y.example', address: 'a@b.example' } }],
      ['two addresses in one', { to: { name: '', address: 'a@b.example, c@d.example' } }],
      ['an address that would begin another command', { to: { name: '', address: 'a@b.example>\r\nRCPT TO:<c@d.e' } }],
      ['an address with a name in it', { to: { name: '', address: 'Jan <a@b.example>' } }],
      ['what is no address', { to: { name: 'Jan', address: 'jan' } }],
      ['an address that stands for two', { to: { name: 'Jan', address: 'jan,novak@firma.example' } }],
      ['a quoted address', { to: { name: 'Jan', address: '"jan"@firma.example' } }],
      ['an address that is too long', { to: { name: 'Jan', address: `${'x'.repeat(65)}@firma.example` } }],
    ])('refuses %s for good and sends nothing', async (_, more) => {
      const before = (await tested.arrived()).length;
      const failed = tested.mail.send(messageWith(more));
      await expect(failed).rejects.toBeInstanceOf(MailRefused);
      await expect(failed).rejects.not.toBeInstanceOf(StoreUnavailable);
      expect(await tested.arrived()).toHaveLength(before);
    });

    it.each(['', '../x', 'a b', 'a\r\nb', '.hidden', 'x'.repeat(201), 'a@b', 'č'])(
      'takes no id like %j',
      async (id) => {
        await expect(tested.mail.send(messageWith({ id }))).rejects.toBeInstanceOf(RangeError);
      },
    );

    it('sends many at once', async () => {
      const messages = Array.from({ length: 50 }, (_, n) => messageWith({ text: `Zpráva ${n}` }));
      await Promise.all(messages.map((message) => tested.mail.send(message)));
      const ids = (await tested.arrived()).map(
        (raw) => readLetter(raw).header('message-id')[0]!.slice(1).split('@')[0],
      );
      expect(ids).toEqual(expect.arrayContaining(messages.map(({ id }) => id)));
    });
  });
}
