import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Operations } from '../operator/ops/operations';
import { Harness, type Json, type Person } from '../testing/harness';
import { describeWithEveryServer, EveryServer } from '../testing/servers/every-server';

describeWithEveryServer('two installations that share one server of each kind', () => {
  let servers: EveryServer;
  let first: Harness;
  let second: Harness;
  let karla: Person;
  let dana: Person;

  const names = async (person: Person) =>
    (await person.get('/api/tasks?pageSize=100')).body.items.map(({ id, name }: Json) => `${id} ${name}`).sort();
  async function attach(person: Person, taskId: number, text: string): Promise<number> {
    const form = new FormData();
    form.append('file', new Blob([text], { type: 'text/plain' }), 'a.txt');
    const { body } = await person.post(`/api/tasks/${taskId}/files`, form);
    return body.files?.at(-1)?.fileId ?? body.fileId;
  }
  const verified = async (gos: Harness) => {
    const lines: string[] = [];
    const fine = await gos.service<Operations>(Operations).run('verify', [], (line) => lines.push(line));
    return [fine, lines.find((line) => line.includes('altered'))];
  };

  beforeAll(async () => {
    servers = await EveryServer.start();
    first = await Harness.startOnServers(servers.env);
    second = await Harness.startOnServers({
      ...servers.env,
      EVENTSTOREDB_PREFIX: 'druha-firma',
      MONGODB_URL: `mongodb://${servers.mongoDb.address}/druha?directConnection=true`,
    });
    karla = await first.person('Karla Svobodová');
    dana = await second.person('Dana Druhá');
    for (const name of ['Čtečka', 'Turniket']) await karla.task({ name });
    await dana.task({ name: 'Vrata' });
    await first.applied();
    await second.applied();
  });

  afterAll(async () => {
    await first.stop();
    await second.stop();
    await servers.stop();
  });

  it('each counts, lists and stores for itself', async () => {
    expect(await names(karla)).toEqual(['1 Čtečka', '2 Turniket']);
    expect(await names(dana)).toEqual(['1 Vrata']);
    expect(dana.id).toBe(1);
    for (const person of [karla, dana]) expect((await person.get('/api/me')).body.role).toBe('admin');
  });

  it('neither removes a file of the other, though it is the same', async () => {
    await attach(karla, 1, 'stejný obsah');
    await attach(dana, 1, 'stejný obsah');
    const keys = await servers.objectNames();
    const files = keys.filter((key) => /[0-9a-f]{64}$/.test(key));
    expect(new Set(files.map((key) => key.slice(-64))).size).toBe(1);
    expect(files).toHaveLength(2);
    expect(await verified(first)).toEqual([true, expect.stringMatching(/^\d+ events checked, 0 altered$/)]);
    expect(await verified(second)).toEqual([true, expect.stringMatching(/^\d+ events checked, 0 altered$/)]);
  });

  it('their jobs and messages have names of their own', async () => {
    const names = await servers.keyNames();
    const owners = new Set(names.map((key) => /^\{gos-([0-9a-f-]{36})\}/.exec(key)?.[1]));
    expect(owners.size).toBe(2);
    expect(owners.has(undefined)).toBe(false);
  });

  it('start again as they were', async () => {
    await first.restart();
    await second.restart();
    await first.applied();
    await second.applied();
    expect(await names(await first.signIn(karla.email))).toEqual(['1 Čtečka', '2 Turniket']);
    expect(await names(await second.signIn(dana.email))).toEqual(['1 Vrata']);
  });
});
