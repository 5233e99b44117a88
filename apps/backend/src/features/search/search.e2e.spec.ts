import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Harness, type Json, type Person } from '../../testing/harness';
import { TaskFinder } from './task-finder';

describe('search', () => {
  let gos: Harness;
  let admin: Person;
  let karla: Person;
  let jan: Person;
  let stranger: Person;

  beforeAll(async () => {
    gos = await Harness.start();
    admin = await gos.person('Alena Adminová');
    karla = await gos.person('Karla Svobodová');
    jan = await gos.person('Jan Novák');
    stranger = await gos.person('Petr Dvořák');
  });
  afterAll(() => gos.stop());

  const search = async (who: Person, query: string): Promise<Json> => {
    const { status, body } = await who.get(`/api/search?${query}`);
    expect(status).toBe(200);
    return body;
  };
  const found = async (who: Person, q: string, more = '') =>
    (await search(who, `q=${encodeURIComponent(q)}${more}`)).items.map(({ model, id }: Json) =>
      model === 'task' ? id : `${model} ${id}`,
    );
  const give = (body: object) => karla.task({ solverId: jan.id, ...body });

  it('puts first what is named so, then tags, then texts, then comments; the newest of each first', async () => {
    const comment = await give({ name: 'První' });
    await jan.post(`/api/tasks/${comment}/comments`, { text: `Inventuru mám @[${jan.id}] hotovou.` });
    const text = await give({ name: 'Druhý', description: '<p>Výsledky inventury</p>' });
    const tag = await give({ name: 'Třetí', tags: ['inventura', 'sklad'] });
    const named = [await give({ name: 'Inventura skladu' }), await give({ name: 'Roční inventura' })];
    const result = await give({ name: 'Čtvrtý' });
    await jan.post(`/api/tasks/${result}/complete`, { result: 'Inventura sedí.' });

    const { items, total } = await search(karla, 'q=INVENTUR');
    expect(total).toBe(6);
    expect(items.map(({ id, field }: Json) => [id, field])).toEqual([
      [named[1], 'name'],
      [named[0], 'name'],
      [tag, 'tags'],
      [result, 'result'],
      [text, 'description'],
      [comment, 'comment'],
    ]);
    expect(items[5].snippet).toBe('\u0002Inventuru\u0003 mám @Jan Novák hotovou.');
    expect(items[0]).toMatchObject({
      model: 'task',
      name: 'Roční inventura',
      state: 'assigned',
      solver: { id: jan.id, name: 'Jan Novák' },
      contractor: { id: karla.id, name: 'Karla Svobodová' },
      project: null,
      deadline: null,
    });
    expect(await found(stranger, 'inventura')).toEqual([]);
    expect(await found(admin, 'inventur')).toHaveLength(6);
  });

  it('finds words that stand in different places of one task, comments too', async () => {
    const id = await give({ name: 'Rozúčtování tepla', tags: ['faktury'] });
    await jan.post(`/api/tasks/${id}/comments`, { text: 'Odečet vodoměru chybí.' });
    const other = await give({ name: 'Rozúčtování vody' });
    expect(await found(karla, 'rozuct faktury')).toEqual([id]);
    expect(await found(karla, 'rozuct vodomer')).toEqual([id]);
    expect(await found(karla, 'faktury odecet chybi teplo')).toEqual([]);
    expect(await found(karla, 'rozuctovani')).toEqual([other, id]);
  });

  it('finds a task by its number before everything else', async () => {
    const id = await give({ name: 'Hledaná číslem' });
    const later = await give({ name: `Navazuje na ${id}` });
    const items = (await search(karla, `q=${id}`)).items;
    expect(items.map((one: Json) => one.id).slice(0, 2)).toEqual([id, later]);
    expect(items[0]).toMatchObject({ field: 'id', snippet: `#\u0002${id}\u0003` });
  });

  it('forgets deleted tasks and comments, and what was edited away', async () => {
    const id = await give({ name: 'Tajnost prvá' });
    const { body } = await jan.post(`/api/tasks/${id}/comments`, { text: 'Šeptanda' });
    expect(await found(karla, 'septanda')).toEqual([id]);
    await jan.delete(`/api/tasks/${id}/comments/${body.commentId}`);
    expect(await found(karla, 'septanda')).toEqual([]);
    await karla.patch(`/api/tasks/${id}`, { name: 'Veřejnost prvá' });
    expect(await found(karla, 'tajnost')).toEqual([]);
    await karla.delete(`/api/tasks/${id}`);
    expect(await found(karla, 'verejnost')).toEqual([]);
    await karla.post(`/api/tasks/${id}/undelete`);
    expect(await found(karla, 'verejnost')).toEqual([id]);
  });

  it('is filtered by state, person, project and kind, comments as well', async () => {
    const project = (await karla.post('/api/projects', { name: 'Zahrada Kunice' })).body.id;
    const open = await give({ name: 'Kunice: plot', projectId: project });
    const done = await karla.task({ name: 'Kunice: branka', solverId: stranger.id });
    await stranger.post(`/api/tasks/${done}/complete`, { result: 'Hotovo' });
    const said = await give({ name: 'Jinde' });
    await karla.post(`/api/tasks/${said}/comments`, { text: 'Viz Kunice.' });
    const all = [`project ${project}`, done, open, said];
    expect(await found(karla, 'kunice')).toEqual(all);
    expect(await found(karla, 'kunice', '&model=task')).toEqual([done, open, said]);
    expect(await found(karla, 'kunice', '&model=project')).toEqual([`project ${project}`]);
    expect(await found(karla, 'kunice', '&state=fulfilled')).toEqual([done]);
    expect(await found(karla, 'kunice', '&state=assigned&state=returned')).toEqual([open, said]);
    expect(await found(karla, 'kunice', `&person=${jan.id}`)).toEqual([open, said]);
    expect(await found(karla, 'kunice', `&project=${project}`)).toEqual([open]);
    expect(await found(karla, 'kunice', `&state=fulfilled&person=${jan.id}`)).toEqual([]);
  });

  it('finds projects and boards for those who see them, by name, contract and description', async () => {
    const contracts = [{ contractId: 'KS-77', name: 'Dodávka regálů', client: 'Skladex' }];
    const project = (await karla.post('/api/projects', { name: 'Orlice', contracts })).body.id;
    const board = (
      await karla.post(`/api/projects/${project}/boards`, {
        name: 'Regály v hale',
        section: 'todo',
        description: 'Orlice potřebuje nosnost.',
      })
    ).body.id;
    expect((await search(karla, 'q=orlice')).items).toMatchObject([
      { model: 'project', id: project, field: 'name', name: 'Orlice', state: null, project: null },
      { model: 'board', id: board, field: 'description', project: { id: project, name: 'Orlice' } },
    ]);
    expect((await search(karla, 'q=regaly')).items).toMatchObject([
      { model: 'board', id: board, field: 'name', snippet: '\u0002Regály\u0003 v hale' },
    ]);
    expect((await search(karla, 'q=skladex')).items).toMatchObject([
      { model: 'project', field: 'contract', snippet: 'KS-77 · Dodávka regálů · \u0002Skladex\u0003' },
    ]);
    expect(await found(karla, String(project))).not.toContain(`project ${project}`);
    expect(await found(stranger, 'orlice')).toEqual([]);
    await karla.post(`/api/projects/${project}/members`, {
      userId: stranger.id,
      permission: 'view',
      notification: 'none',
    });
    expect(await found(stranger, 'orlice')).toEqual([`project ${project}`, `board ${board}`]);
    await karla.delete(`/api/boards/${board}`);
    expect(await found(karla, 'regaly')).toEqual([]);
  });

  it('pages through everything that was found, comments beyond what is in tasks', async () => {
    const own: number[] = [];
    for (let n = 0; n < 7; n++) own.push(await give({ name: `Stránkování ${n}` }));
    const said: number[] = [];
    for (let n = 0; n < 5; n++) {
      const id = await give({ name: `Jen v komentáři ${n}` });
      await karla.post(`/api/tasks/${id}/comments`, { text: 'stránkování' });
      said.push(id);
    }
    const expected = [...own.reverse(), ...said.reverse()];
    const pages: number[] = [];
    for (const page of [1, 2, 3, 4]) {
      const { items, total } = await search(karla, `q=strankovani&pageSize=4&page=${page}`);
      expect(total).toBe(12);
      pages.push(...items.map(({ id }: Json) => id));
    }
    expect(pages).toEqual(expected);
  });

  it('counts and orders what nearly everything holds only as far as somebody looks', async () => {
    const tagged = await give({ name: 'Štítek', tags: ['hojnost'] });
    const text = await give({ name: 'Popis', description: '<p>hojnost</p>' });
    const named = [await give({ name: 'Hojnost první' }), await give({ name: 'Hojnost druhá' })];
    const said = await give({ name: 'Komentář' });
    await karla.post(`/api/tasks/${said}/comments`, { text: 'hojnost' });
    const ranked = [named[1], named[0], tagged, text];
    expect(await found(karla, 'hojnost')).toEqual([...ranked, said]);
    const finder = gos.service<TaskFinder>(TaskFinder);
    Object.assign(finder, { mostRanked: 2 });
    expect(await found(karla, 'hojnost')).toEqual(ranked);
    const pages = [1, 2, 3, 4].map((page) => found(karla, 'hojnost', `&pageSize=1&page=${page}`));
    expect((await Promise.all(pages)).flat()).toEqual(ranked);
    expect((await search(karla, 'q=hojnost&pageSize=3')).total).toBe(4);
    Object.assign(finder, { mostRanked: 5_000 });
  });

  it('bears odd questions, and refuses wrong ones', async () => {
    for (const q of ['', '   ', '***', '"', '%', '=', '#', '𝒜😀', 'a '.repeat(200)]) {
      expect((await karla.get(`/api/search?q=${encodeURIComponent(q)}`)).status).toBe(200);
    }
    expect(await search(karla, '')).toEqual({ items: [], total: 0, page: 1, pageSize: 25 });
    for (const wrong of ['state=x', 'project=x', 'person=0', 'model=user', 'pageSize=101', 'sort=name', 'foo=1']) {
      const { status, body } = await karla.get(`/api/search?q=x&${wrong}`);
      expect([wrong, status, body.errors?.[0].path]).toEqual([wrong, 422, wrong.split('=')[0]]);
    }
    expect((await gos.stranger().get('/api/search?q=x')).status).toBe(401);
  });
});
