import { setTimeout } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { Gate } from '../../testing/servers/gate';
import { TestSmtpServer } from '../../testing/servers/smtp';
import { describeMailContract } from './mail.contract';
import { SmtpMail, type SmtpOptions } from './smtp.mail';
import { readLetter } from './testing/read-letter';

const opened: { close(): Promise<unknown> }[] = [];
const servers: TestSmtpServer[] = [];
const serverWith = async (options?: Parameters<typeof TestSmtpServer.start>[0]) => {
  const server = await TestSmtpServer.start(options);
  servers.push(server);
  return server;
};
const mailTo = (address: string, more: { user?: string; query?: string } & Omit<SmtpOptions, 'url'> = {}) => {
  const { user = '', query = '', ...options } = more;
  const mail = new SmtpMail({ url: `smtp://${user}${address}?from=gos@firma.example${query}`, ...options });
  opened.push(mail);
  return mail;
};
afterAll(async () => {
  await Promise.all(opened.map((one) => one.close()));
  await Promise.all(servers.map((server) => server.stop()));
});

describeMailContract('SmtpMail', async () => {
  const server = await serverWith();
  return { mail: mailTo(server.address), arrived: async () => [...server.mails] };
});

describe('SmtpMail', () => {
  let server: TestSmtpServer;
  let gate: Gate;
  let mail: SmtpMail;

  beforeAll(async () => {
    server = await serverWith();
    gate = await Gate.to(server.address);
    mail = mailTo(gate.address);
  });
  afterEach(async () => {
    server.refusing = {};
    server.onContent = async () => {};
    await gate.open();
  });
  afterAll(() => gate.close());

  let sent = 0;
  const message = () => ({
    id: `event-${++sent}`,
    to: { name: 'Jan', address: 'jan@firma.example' },
    subject: 'Úkol',
    text: 'Obsah',
  });
  const ofStore = (outcome: 'not-written' | 'unknown') => ({ name: 'StoreUnavailable', outcome });
  const idsAt = (at: TestSmtpServer) => at.mails.map((raw) => readLetter(raw).header('message-id')[0]);

  it('sends as whom it is told, whatever the address says', async () => {
    const from = { name: 'Práce', address: 'prace@firma.example' };
    const other = new SmtpMail({ url: `smtp://${server.address}?from=gos@firma.example`, from });
    await other.send(message());
    await other.close();
    expect(readLetter(server.mails.at(-1)!).header('from')).toEqual(['Práce <prace@firma.example>']);
    const bare = new SmtpMail({ url: `smtp://${server.address}`, from });
    await bare.send(message());
    await bare.close();
  });

  it('sends as whom the address says, with names of the sender’s domain', async () => {
    const from = encodeURIComponent('Úkoly firmy <ukoly@firma.example>');
    const other = new SmtpMail({ url: `smtp://${server.address}?from=${from}` });
    opened.push(other);
    const one = message();
    await other.send(one);
    const letter = readLetter(server.mails.at(-1)!);
    expect(letter.header('from')).toEqual(['Úkoly firmy <ukoly@firma.example>']);
    expect(letter.header('message-id')).toEqual([`<${one.id}@firma.example>`]);
  });

  it.each([
    ['the recipient', { recipient: '550 5.1.1 No such user' }],
    ['the content', { content: '554 5.7.1 Looks like spam' }],
  ] as const)('says for good that the server refuses %s', async (_, refusing) => {
    server.refusing = refusing;
    const before = server.mails.length;
    await expect(mail.send(message())).rejects.toMatchObject({
      name: 'MailRefused',
      message: expect.stringContaining(Object.values(refusing)[0]!.slice(4)),
    });
    expect(server.mails).toHaveLength(before);
    server.refusing = {};
    await mail.send(message());
    expect(server.mails).toHaveLength(before + 1);
  });

  it.each([
    ['the recipient', { recipient: '450 4.2.1 Try again later' }],
    ['the content', { content: '452 4.3.1 Out of space' }],
    ['the sender', { sender: '451 4.7.1 Greylisted' }],
    ['a sender that is not set right', { sender: '553 5.7.1 Sender not allowed' }],
  ] as const)('says for now that the server does not take %s', async (_, refusing) => {
    server.refusing = refusing;
    const one = message();
    await expect(mail.send(one)).rejects.toMatchObject(ofStore('not-written'));
    server.refusing = {};
    await mail.send(one);
    expect(idsAt(server).filter((id) => id === `<${one.id}@firma.example>`)).toHaveLength(1);
  });

  it('says that the server is away, and goes on when it is back', async () => {
    await mail.send(message());
    await gate.close();
    while (gate.held > 0) await new Promise((resolve) => setImmediate(resolve));
    const one = message();
    await expect(mailTo(gate.address).send(one)).rejects.toMatchObject(ofStore('not-written'));
    await expect(mail.send(one)).rejects.toMatchObject({ name: 'StoreUnavailable' });
    await gate.open();
    await mail.send(one);
    expect(idsAt(server).at(-1)).toBe(`<${one.id}@firma.example>`);
  });

  it('gives up on a server that says nothing', async () => {
    gate.fallSilent();
    const impatient = mailTo(gate.address, { silenceMs: 200 });
    await expect(impatient.send(message())).rejects.toMatchObject({ name: 'StoreUnavailable' });
    await gate.open();
    await impatient.send(message());
  });

  it('waits for a server that needs long after DATA, but not without a limit', async () => {
    const [patient, impatient] = [{ silenceMs: 1_000 }, { silenceMs: 1_000, dataMs: 500 }].map((limits) =>
      mailTo(server.address, limits),
    );
    server.onContent = () => setTimeout(1_500);
    const one = message();
    await patient!.send(one);
    expect(idsAt(server).filter((id) => id === `<${one.id}@firma.example>`)).toHaveLength(1);
    await expect(impatient!.send(message())).rejects.toMatchObject(ofStore('unknown'));
  });

  it('closes after a while although the server has not answered', async () => {
    const closing = mailTo(server.address, { closeMs: 50 });
    let arrived = () => {};
    const content = new Promise<void>((resolve) => (arrived = resolve));
    let answer = () => {};
    server.onContent = () => {
      arrived();
      return new Promise((resolve) => (answer = resolve));
    };
    const sending = closing.send(message()).catch((error: unknown) => error);
    await content;
    await closing.close();
    answer();
    await sending;
  });

  it('answers a thread with the same id in every mail', async () => {
    const sent = [message(), message()];
    for (const one of sent) await mail.send({ ...one, thread: 'task-12' });
    for (const raw of server.mails.slice(-2)) {
      const letter = readLetter(raw);
      expect(letter.header('in-reply-to')).toEqual(['<task-12@firma.example>']);
      expect(letter.header('references')).toEqual(['<task-12@firma.example>']);
    }
    expect(new Set(idsAt(server).slice(-2)).size).toBe(2);
  });

  it('does not know about a mail whose answer was lost, and sends it no second time by itself', async () => {
    server.onContent = async () => gate.cut();
    const one = message();
    await expect(mail.send(one)).rejects.toMatchObject(ofStore('unknown'));
    server.onContent = async () => {};
    const id = `<${one.id}@firma.example>`;
    await mail.send(message());
    expect(idsAt(server).filter((other) => other === id)).toHaveLength(1);
    await mail.send(one);
    expect(idsAt(server).filter((other) => other === id)).toHaveLength(2);
  });

  it('lets a mail on its way finish before it closes, and gives its connections back', async () => {
    const closing = mailTo(gate.address);
    let closed: Promise<void> | undefined;
    server.onContent = async () => {
      closed = closing.close();
    };
    const before = server.mails.length;
    await closing.send(message());
    expect(server.mails).toHaveLength(before + 1);
    await closed;
    await mail.close();
    while (gate.held > 0) await new Promise((resolve) => setImmediate(resolve));
    await expect(closing.send(message())).rejects.toMatchObject({ name: 'StoreUnavailable' });
  });

  it('signs in, and says that the sign-in is wrong without losing the mail', async () => {
    const locked = await serverWith({ authOptional: false });
    const other = mailTo(locked.address, { user: 'gos:p%40ss@' });
    locked.refusing = { signIn: '535 5.7.8 Wrong' };
    const refused = other.send(message());
    await expect(refused).rejects.toMatchObject(ofStore('not-written'));
    await expect(refused).rejects.toThrow('refuses the sign-in of SMTP_URL');
    locked.refusing = {};
    await other.send(message());
    expect(locked.signIns).toEqual(['gos:p@ss', 'gos:p@ss']);
    expect(locked.mails).toHaveLength(1);
  });

  it('tells no password where TLS is required and not offered', async () => {
    const plain = await serverWith({ disabledCommands: ['STARTTLS'] });
    const other = mailTo(plain.address, { user: 'gos:secret@', query: '&tls=required' });
    const failed = other.send(message());
    await expect(failed).rejects.toMatchObject(ofStore('not-written'));
    await expect(failed).rejects.toThrow('no TLS that can be trusted');
    expect([plain.signIns, plain.mails]).toEqual([[], []]);
  });

  it('tells nothing to a server whose certificate cannot be trusted', async () => {
    const doubtful = await serverWith({ hideSTARTTLS: false });
    const other = mailTo(doubtful.address, { user: 'gos:secret@' });
    const failed = other.send(message());
    await expect(failed).rejects.toMatchObject(ofStore('not-written'));
    await expect(failed).rejects.toThrow('no TLS that can be trusted');
    expect([doubtful.signIns, doubtful.mails]).toEqual([[], []]);
  });
});
