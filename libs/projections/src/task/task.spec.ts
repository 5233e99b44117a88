import type { Message } from '@gos/domain';
import { taskSamples } from '@gos/domain/task/task.samples';
import { describe, expect, it } from '@jest/globals';
import { fed, recorded } from '../testing/fed';
import { type TaskDocument, taskModel } from './task';

const created = (taskId: number, more: object = {}): Message => ({
  type: 'TaskCreated',
  data: { ...taskSamples.TaskCreated.data, taskId, predecessors: [], files: [], ...more },
});
const task = (id: number, event: Message, actor = 1) => recorded(`task-${id}`, event, actor);
const edge = (type: string, taskId: number, predecessorId: number) =>
  recorded('dependencies', { type, data: { taskId, predecessorId } });

describe('task documents', () => {
  it('hold the parties, each once, in order', async () => {
    const documents = await fed(taskModel, [
      task(1, created(1, { contractorId: 9, solverId: 2, acknowledged: [2, 7], passive: [3] })),
    ]);
    expect(documents.get('1')).toMatchObject({ parties: [2, 3, 7, 9], participants: [2, 7, 3] });
  });

  it('are found by words of name, tags, description, result and file names, without diacritics', async () => {
    const documents = await fed(taskModel, [
      task(1, created(1, { name: 'Žluťoučký kůň', tags: ['Spěchá'], description: '<p>úpěl &amp; ódy</p>' })),
      task(1, { type: 'TaskCompleted', data: { result: 'Hotovo č. 3' } }),
      task(1, { type: 'DocumentAdded', data: { ...taskSamples.DocumentAdded.data, fileId: 4, name: 'Příloha.pdf' } }),
    ]);
    expect(documents.get('1')?.words).toEqual(
      expect.arrayContaining(['1', 'zlutoucky', 'kun', 'specha', 'upel', 'ody', 'hotovo', 'c', '3', 'priloha', 'pdf']),
    );
    const removed = await fed(taskModel, [
      task(1, created(1)),
      task(1, { type: 'DocumentAdded', data: { ...taskSamples.DocumentAdded.data, fileId: 4, name: 'Tajné.pdf' } }),
      task(1, { type: 'DocumentRemoved', data: { fileId: 4 } }),
    ]);
    expect(removed.get('1')?.words).not.toContain('tajne');
  });

  it('make their words anew only when a text changed, whatever event did it', () => {
    const { otherwise } = taskModel.own! as { otherwise: (document: unknown, event: unknown) => TaskDocument };
    const edited = (change: object) => task(1, { type: 'TaskEdited', data: { changes: [change] } });
    const first = otherwise(undefined, task(1, created(1)));
    const same = otherwise(first, edited({ field: 'priority', from: 5, to: 9 }));
    const renamed = otherwise(same, edited({ field: 'name', from: first.task.name, to: 'Převoz' }));
    expect(same.words).toBe(first.words);
    expect(renamed.words).toContain('prevoz');
  });

  it('wait for predecessors that are open, whatever comes first', async () => {
    const first = [task(1, created(1)), task(2, created(2)), edge('PredecessorAdded', 2, 1)];
    expect((await fed(taskModel, first)).get('2')).toMatchObject({ predecessors: [1], waitingFor: [1], waiting: true });
    const ended = task(1, { type: 'TaskEndedByContractor', data: { reason: null } });
    expect((await fed(taskModel, [...first, ended])).get('2')).toMatchObject({ waitingFor: [], waiting: false });
    const late = [task(1, created(1)), task(2, created(2)), ended, edge('PredecessorAdded', 2, 1)];
    expect((await fed(taskModel, late)).get('2')).toMatchObject({ predecessors: [1], waiting: false });
    const removed = [...first, edge('PredecessorRemoved', 2, 1)];
    expect((await fed(taskModel, removed)).get('2')).toMatchObject({ predecessors: [], waiting: false });
  });

  it('sort by name as a Czech dictionary does', async () => {
    const names = ['Čára', 'Cihla', 'Chata', 'Hora', 'Zebra', 'cihla'];
    const documents = await fed(
      taskModel,
      names.map((name, index) => task(index + 1, created(index + 1, { name }))),
    );
    const sorted = [...documents.values()].sort((a, b) => (a.nameKey < b.nameKey ? -1 : 1)).map((one) => one.task.name);
    expect(sorted).toEqual(['cihla', 'Cihla', 'Čára', 'Hora', 'Chata', 'Zebra']);
  });
});
