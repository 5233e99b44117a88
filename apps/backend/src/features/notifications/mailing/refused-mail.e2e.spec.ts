import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { simpleParser } from 'mailparser';
import { JOBS, type Jobs } from '../../../stores/jobs/jobs';
import { Harness } from '../../../testing/harness';
import { TestSmtpServer } from '../../../testing/servers/smtp';

let smtp: TestSmtpServer;
let gos: Harness;

beforeAll(async () => {
  smtp = await TestSmtpServer.start();
  gos = await Harness.start({ SMTP_URL: `smtp://${smtp.address}?from=gos@firma.example` });
});
afterAll(async () => {
  await gos.stop();
  await smtp.stop();
});

/** A mail waits for others for some seconds. */
it('a mail that nobody takes is told to the admin, who can send it again', async () => {
  const admin = await gos.person('Alena Adminová');
  const petr = await gos.person('Petr Starý');
  smtp.refusing = { recipient: '550 No such user' };
  await admin.task({ name: 'Objednat papír', solverId: petr.id });
  const jobs = gos.service<Jobs>(JOBS);
  const dead = async () => (await jobs.list('mail', 'failed', { offset: 0, limit: 10 })).items;
  while ((await dead()).length === 0) await new Promise((resolve) => setTimeout(resolve, 50));
  const [letter] = await dead();
  expect(letter).toMatchObject({ reason: expect.stringMatching(/^Email not sent: .*No such user/), attempts: 1 });
  const listed = (await admin.get('/api/admin/queues/mail/jobs?state=failed')).body.items;
  expect(listed).toMatchObject([{ id: letter!.id, reason: letter!.reason, facts: [{ name: 'userId' }] }]);
  smtp.refusing = {};
  expect(await jobs.retry('mail', letter!.id)).toBe(true);
  while (smtp.mails.length === 0) await new Promise((resolve) => setTimeout(resolve, 50));
  const mail = await simpleParser(smtp.mails[0]!);
  expect(mail.subject).toBe('Alena Adminová vám zadává úkol: #1 Objednat papír');
});
