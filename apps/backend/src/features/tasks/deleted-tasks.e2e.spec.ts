import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Harness, type Person } from '../../testing/harness';

function aFile(name: string): FormData {
  const form = new FormData();
  form.set('file', new Blob([name], { type: 'text/plain' }), name);
  return form;
}

describe('a deleted task', () => {
  let gos: Harness;
  let admin: Person;
  let contractor: Person;
  let solver: Person;
  let auditor: Person;
  let id: number;
  let existed: string;
  let commentId: number;
  let removedFileId: number;
  let fileId: number;
  let entryId: number;

  beforeAll(async () => {
    gos = await Harness.start();
    admin = await gos.person('Alena Adminová');
    contractor = await gos.person('Karla Svobodová');
    solver = await gos.person('Jan Novák');
    auditor = await gos.person('Olga Auditorová');
    await admin.patch(`/api/users/${auditor.id}`, { role: 'auditor' });
    id = await contractor.task({ name: 'Nepohodlný úkol', solverId: solver.id });
    await contractor.post(`/api/tasks/${id}/comments`, { text: 'zůstává' });
    commentId = (await contractor.post(`/api/tasks/${id}/comments`, { text: 'smazaná slova' })).body.commentId;
    await contractor.delete(`/api/tasks/${id}/comments/${commentId}`);
    fileId = (await contractor.post(`/api/tasks/${id}/files`, aFile('důkaz.txt'))).body.fileId;
    removedFileId = (await contractor.post(`/api/tasks/${id}/files`, aFile('pryč.txt'))).body.fileId;
    await contractor.delete(`/api/tasks/${id}/files/${removedFileId}`);
    const span = { from: '2024-03-12T09:00:00.000Z', to: '2024-03-12T10:00:00.000Z' };
    entryId = (await solver.post('/api/work/entries', { taskId: id, ...span })).body.id;
    existed = new Date().toISOString();
    await contractor.delete(`/api/tasks/${id}`);
  });
  afterAll(() => gos.stop());

  it('is readable by auditors and admins, with the time and person of the deletion', async () => {
    for (const person of [auditor, admin]) {
      const { body } = await person.get(`/api/tasks/${id}?deleted=true`);
      expect(body).toMatchObject({ id, name: 'Nepohodlný úkol', deleted: { by: { id: contractor.id } } });
      expect(body.deleted.at > existed).toBe(true);
      expect(body.can.undelete).toBe(person === admin ? true : 'task.auditor');
      expect((await person.get(`/api/tasks/${id}`)).status).toBe(404);
    }
    expect((await solver.get(`/api/tasks/${id}?deleted=true`)).status).toBe(404);
  });

  it('shows its history, earlier moments and their difference', async () => {
    const { body } = await auditor.get(`/api/tasks/${id}/activity?deleted=true&pageSize=100`);
    expect(body.items.at(-1)).toMatchObject({ event: 'TaskDeleted', by: { id: contractor.id } });
    expect(body.items.map(({ event }: { event: string }) => event)).toContain('DocumentRemoved');
    const then = await auditor.get(`/api/tasks/${id}?deleted=true&at=${existed}`);
    expect(then.body.name).toBe('Nepohodlný úkol');
    expect(then.body.deleted).toBeUndefined();
    const now = new Date().toISOString();
    const diff = await auditor.get(`/api/tasks/${id}/diff?deleted=true&from=${existed}&to=${now}`);
    expect(diff.body.changes).toEqual([{ field: 'deleted', from: false, to: true }]);
  });

  it('shows its comments, files and work, deleted ones included', async () => {
    const comments = (await auditor.get(`/api/tasks/${id}/comments?deleted=true`)).body.items;
    expect(comments).toMatchObject([{ text: 'zůstává' }, { id: commentId, text: 'smazaná slova', deleted: true }]);
    for (const file of [fileId, removedFileId]) {
      expect((await auditor.get(`/api/tasks/${id}/files/${file}?deleted=true`)).status).toBe(200);
      expect((await auditor.get(`/api/tasks/${id}/files/${file}`)).status).toBe(404);
    }
    const work = await auditor.get(`/api/work/entries?taskId=${id}&deleted=true`);
    expect(work.body.items).toMatchObject([{ id: entryId, minutes: 60 }]);
  });

  it('shows deleted comments and work of a task that is not deleted', async () => {
    const other = await contractor.task({ name: 'Jiný úkol', solverId: solver.id });
    const said = (await contractor.post(`/api/tasks/${other}/comments`, { text: 'odvoláno' })).body.commentId;
    await contractor.delete(`/api/tasks/${other}/comments/${said}`);
    const span = { from: '2024-03-13T09:00:00.000Z', to: '2024-03-13T10:00:00.000Z' };
    const entry = (await solver.post('/api/work/entries', { taskId: other, ...span })).body.id;
    await solver.delete(`/api/work/entries/${entry}`);
    const comments = await auditor.get(`/api/tasks/${other}/comments?deleted=true`);
    expect(comments.body.items).toMatchObject([{ text: 'odvoláno', deleted: true }]);
    const work = await auditor.get(`/api/work/entries?taskId=${other}&deleted=true`);
    expect(work.body.items).toMatchObject([{ id: entry, deleted: true }]);
    expect((await auditor.get(`/api/work/entries/${entry}?deleted=true`)).body).toMatchObject({ deleted: true });
  });
});
