import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { createApp } from '../app';
import { readConfig } from '../kernel/config';
import { EVENT_LOG, type EventLog } from '../stores/event-log/event-log';
import { JOBS, type Jobs } from '../stores/jobs/jobs';
import { READ_MODELS, type ReadModels } from '../stores/read-models/read-models';
import { type Json, Person } from '../testing/harness';
import { runCorrelated } from './correlation';
import { PinoLogger, withoutSecrets } from './logger';

const lines: Json[] = [];
const logger = new PinoLogger('debug', { write: (line) => void lines.push(JSON.parse(line)) });

describe('the log', () => {
  const folder = mkdtempSync(join(tmpdir(), 'gos-log-'));
  const password = 'correct horse battery';
  let app: NestFastifyApplication;
  let karla: Person;
  let id: number;

  beforeAll(async () => {
    const settings = { GOS_DATA_DIR: folder, GOS_PUBLIC_URL: 'http://localhost', NODE_ENV: 'test' };
    app = await createApp(readConfig(settings), { logger });
    await app.listen(0, '127.0.0.1');
    karla = new Person(await app.getUrl());
    const body = { name: 'Karla Svobodová', email: 'karla@firma.example', password, passwordRepeat: password };
    expect((await karla.post('/api/auth/register', body)).status).toBe(201);
    id = await karla.task({ name: 'Tajná migrace' });
  });
  afterAll(async () => {
    await app.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const of = (correlationId: string) => lines.filter((line) => line.correlationId === correlationId);
  const until = async (holds: () => boolean) => {
    while (!holds()) await new Promise(setImmediate);
  };

  it('has one correlation id from the request over the command, the event and its documents to the job', async () => {
    const asked = await karla.post(`/api/tasks/${id}/comments`, { text: 'Důvěrné' });
    const correlationId = asked.headers.get('x-correlation-id')!;
    const [event] = (await app.get<EventLog>(EVENT_LOG, { strict: false }).readStream(`task-${id}`)).slice(-1);
    expect(event!.metadata.correlationId).toBe(correlationId);
    const jobs = app.get<Jobs>(JOBS, { strict: false });
    jobs.process('letters', {}, async () => new Logger('Letters').log('sent'));
    await jobs.add('letters', { id: 'one', data: { correlationId: event!.metadata.correlationId } });
    await until(() => of(correlationId).length >= 5);
    expect(
      of(correlationId)
        .map(({ msg, context }) => [context, msg])
        .sort(),
    ).toEqual(
      [
        ['Letters', 'sent'],
        ['Requests', 'POST /api/tasks/:id/comments'],
        ['Telemetry', 'batch apply'],
        ['Telemetry', 'command task.comment'],
        ['Telemetry', 'job letters'],
      ].sort(),
    );
    expect(of(correlationId).find(({ msg }) => msg.startsWith('command'))).toMatchObject({ outcome: 'done' });
  });

  it('takes no correlation id of a client for its own, and names it beside', async () => {
    const headers = { 'x-correlation-id': 'of-the-client' };
    const asked = await karla.post(`/api/tasks/${id}/comments`, { text: 'Důvěrné' }, headers);
    const correlationId = asked.headers.get('x-correlation-id')!;
    expect(correlationId).toMatch(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/);
    const [event] = (await app.get<EventLog>(EVENT_LOG, { strict: false }).readStream(`task-${id}`)).slice(-1);
    expect(event!.metadata).toMatchObject({ correlationId, causationId: correlationId });
    const answered = () => of(correlationId).find(({ context }) => context === 'Requests');
    await until(() => answered() !== undefined);
    expect(answered()).toMatchObject({ clientCorrelationId: 'of-the-client' });
    expect(of('of-the-client')).toEqual([]);
    const odd = await karla.get(`/api/tasks/${id}`, { 'x-correlation-id': 'two words' });
    await until(() => of(odd.headers.get('x-correlation-id')!).length > 0);
    expect(lines.filter((line) => line.clientCorrelationId === 'two words')).toEqual([]);
  });

  it('has it with what failed, in a request and in what follows the log', async () => {
    const store = app.get<ReadModels>(READ_MODELS, { strict: false });
    // The answer for the other task may be kept.
    const unread = await karla.task({ name: 'Nepřečtený' });
    const failing = jest.spyOn(store, 'getMany').mockRejectedValueOnce(new Error('the file is damaged'));
    const read = await karla.get(`/api/tasks/${unread}`);
    failing.mockRestore();
    const [failed] = of(read.headers.get('x-correlation-id')!).filter(({ level }) => level === 50);
    expect(failed).toMatchObject({
      context: 'ProblemFilter',
      at: 'GET /api/tasks/:id',
      err: { message: 'the file is damaged' },
    });
    const put = store.write.bind(store);
    let full = true;
    const write = jest.spyOn(store, 'write').mockImplementation(async (writes, checkpoints) => {
      // The reactor writes its checkpoint alone.
      if (writes.length === 0 || !full) return put(writes, checkpoints);
      full = false;
      throw new Error('the disk is full');
    });
    const said = await karla.post(`/api/tasks/${id}/comments`, { text: 'Znovu' });
    write.mockRestore();
    expect(of(said.headers.get('x-correlation-id')!).find(({ level }) => level === 50)).toMatchObject({
      context: 'Projections',
      err: { message: 'the disk is full', stack: expect.stringContaining('Error') },
    });
  });

  it('has no personal data and no secrets', async () => {
    await karla.post('/api/auth/login', { email: 'karla@firma.example', password: 'wrong password' });
    const said = JSON.stringify(lines);
    expect(said).not.toMatch(/karla@|Svobodov|Tajn|Důvěrné|Znovu|correct horse|wrong password/);
    for (const value of karla.cookies.values()) {
      if (value.length > 20) expect(said).not.toContain(value);
    }
  });

  it('keeps of an error what explains it, not what drivers hang on it', async () => {
    const cause = Object.assign(new Error('E11000 duplicate key email:jan@firma.example'), { keyValue: { a: 'jan' } });
    const error = Object.assign(new Error('mongodb://gos:s3cret@db:27017 is away', { cause }), {
      code: 'ECONNREFUSED',
      command: { name: 'set', args: ['session', 'abc'] },
    });
    await runCorrelated('of-the-driver', () => Promise.reject(error)).catch((caught) => logger.error(caught, 'Test'));
    const [line] = of('of-the-driver');
    expect(line).toMatchObject({
      level: 50,
      context: 'Test',
      msg: 'mongodb://…@db:27017 is away',
      err: { type: 'Error', code: 'ECONNREFUSED', cause: { message: 'E11000 duplicate key email:…@…' } },
    });
    expect(JSON.stringify(line)).not.toMatch(/s3cret|"jan"|session|abc/);
  });

  it.each([
    ['redis://:geheim@redis:6379/0', 'redis://…@redis:6379/0'],
    ['esdb+discover://admin:changeit@cluster:2113?tls=true', 'esdb+discover://…@cluster:2113?tls=true'],
    ['https://example.com/a@b', 'https://example.com/a@b'],
    ['token gos_AbCdEf123456', 'token gos_…'],
    ['to Jan <jan.novak+x@firma.cz>', 'to Jan <…@…>'],
  ])('says %s as %s', (text, expected) => {
    expect(withoutSecrets(text)).toBe(expected);
  });
});
