import { mkdirSync, readdirSync, readFileSync, watch } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type ParsedMail, simpleParser } from 'mailparser';
import { JOBS, type Jobs } from '../../../stores/jobs/jobs';
import { Harness, type Json, type Person } from '../../../testing/harness';

/** A mail waits for others for some seconds. */
const slow = 40_000;

describe('mails of notifications', () => {
  let gos: Harness;
  let admin: Person;
  let jana: Person;
  let petr: Person;
  let john: Person;
  let count = 0;
  const origin = 'https://work.firma.example';

  beforeAll(async () => {
    gos = await Harness.start({ GOS_PUBLIC_URL: origin });
    mkdirSync(folder(), { recursive: true });
    admin = await gos.person('Alena Adminová');
  });
  afterAll(() => gos.stop());
  beforeEach(async () => {
    count++;
    jana = await gos.person(`Jana ${count}`);
    petr = await gos.person(`Petr ${count}`);
    john = await gos.person(`John ${count}`);
    await john.patch('/api/me', { language: 'en' });
  });

  const folder = () => join(gos.folder, 'mail');
  async function mailsTo(person: Person): Promise<ParsedMail[]> {
    const files = readdirSync(folder()).filter((name) => name.startsWith(`notification-${person.id}.`));
    return Promise.all(files.map((name) => simpleParser(readFileSync(join(folder(), name)))));
  }
  /** The first mails to somebody, as many as wanted; what comes after is not waited for. */
  async function mailed(person: Person, wanted = 1): Promise<ParsedMail[]> {
    for (;;) {
      const changed = new Promise<void>((resolve) => {
        const watcher = watch(folder(), () => {
          watcher.close();
          resolve();
        });
      });
      const mails = await mailsTo(person);
      if (mails.length >= wanted) return mails;
      await changed;
    }
  }
  const given = (to: Person, name = 'Objednat papír') => jana.task({ name, solverId: to.id });
  const header = (mail: ParsedMail, name: string) =>
    mail.headerLines.find(({ key }) => key === name)?.line.replace(/\r\n\s+/g, ' ');
  const wishes = async (of: Person) => (await of.get('/api/me/preferences/notifications')).body.value;
  const digest = () => gos.service<Jobs>(JOBS).add('digest', { id: 'digest', data: null });

  it(
    'say in the language of their reader what happened, and lead to it',
    async () => {
      const [czech, english] = [await given(petr), await given(john, 'Order paper & <ink>')];
      await jana.post(`/api/tasks/${english}/comments`, { text: `When, @[${john.id}]?` });
      const [cs] = await mailed(petr);
      expect(cs!.subject).toBe(`Jana ${count} vám zadává úkol: #${czech} Objednat papír`);
      expect([cs!.inReplyTo, cs!.references]).toEqual([`<task-${czech}@localhost>`, `<task-${czech}@localhost>`]);
      expect(cs!.to).toMatchObject({ value: [{ name: `Petr ${count}`, address: petr.email }] });
      expect(cs!.text).toContain(`${origin}/tasks?taskId=${czech}`);
      expect(cs!.html).toContain(`href="${origin}/tasks?taskId=${czech}"`);
      expect(cs!.messageId).toMatch(/^<notification-\d+\.\d+@/);
      const [en] = await mailed(john);
      expect(en!.subject).toBe(`2 changes in #${english} Order paper & <ink>`);
      expect(en!.inReplyTo).toBe(`<task-${english}@localhost>`);
      expect(en!.text).toContain(`Jana ${count} mentions you in a comment: Order paper & <ink>`);
      expect(en!.html).toContain('Order paper &#38; &#60;ink&#62;');
      expect(en!.text).toContain(`Jana ${count} gives you a task: Order paper & <ink>`);
      expect(await mailsTo(jana)).toEqual([]);
    },
    slow,
  );

  it(
    'go to nobody who has read it, may not see it any more, or does not want them',
    async () => {
      const left = await gos.person('Odešlý');
      const unwilling = await gos.person('Nechci');
      const value = { assigned: 'off' };
      await unwilling.call('PUT', '/api/me/preferences/notifications', { value });
      const hidden = await given(john);
      await jana.post(`/api/tasks/${hidden}/assign`, { solverId: null });
      await given(left);
      await given(unwilling);
      await given(petr);
      await admin.patch(`/api/users/${left.id}`, { active: false });
      await petr.post('/api/me/notifications/read', { all: true });
      const second = await given(petr, 'Druhý úkol');
      const [mail] = await mailed(petr);
      expect(mail!.subject).toBe(`Jana ${count} vám zadává úkol: #${second} Druhý úkol`);
      for (const other of [john, left, unwilling]) expect(await mailsTo(other)).toEqual([]);
    },
    slow,
  );

  it(
    'come once a day for what is not urgent, each thing once',
    async () => {
      const id = await given(petr);
      await petr.post(`/api/tasks/${id}/comments`, { text: 'Rozumím' });
      expect(await mailsTo(jana)).toEqual([]);
      await digest();
      const [mail] = await mailed(jana);
      expect(mail!.subject).toBe(`Souhrn dne: 1 změna v #${id} Objednat papír`);
      expect(mail!.text).toContain(`Petr ${count} komentuje úkol: Objednat papír`);
    },
    slow,
  );

  it(
    'are ended by one click from the mail, and by a page that asks',
    async () => {
      await given(petr);
      const [mail] = await mailed(petr);
      expect(header(mail!, 'list-unsubscribe-post')).toMatch(/List-Unsubscribe=One-Click$/);
      const address = /<(.*)>/.exec(header(mail!, 'list-unsubscribe')!)![1]!;
      expect(mail!.html).toContain(address);
      const path = address.slice(origin.length);
      const stranger = gos.stranger();
      const page = await stranger.get(path);
      expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
      expect(page.body).toContain('Zadání úkolu');
      expect((await wishes(petr)).assigned).toBe('at-once');
      const clicked = await fetch(`${gos.origin}${path}`, {
        method: 'POST',
        body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
      });
      expect(clicked.status).toBe(200);
      const after: Json = await wishes(petr);
      expect([after.assigned, after.mention]).toEqual(['off', 'at-once']);
      expect((await stranger.get(`${path.slice(0, -4)}AAAA`)).status).toBe(404);
    },
    slow,
  );
});
