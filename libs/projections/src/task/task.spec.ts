import type { Message } from '@gos/domain';
import { taskSamples } from '@gos/domain/task/task.samples';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
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

  it('count the subtasks that are open, whatever becomes of them', async () => {
    const accepted = { type: 'TaskAccepted', data: { ...taskSamples.TaskAccepted.data, comment: null } };
    const lives: Record<string, Message> = {
      accepted,
      ended: { type: 'TaskEndedByContractor', data: { reason: null } },
      over: { type: 'TaskEndedAutomatically', data: { cause: 'meeting-over' } },
      restored: { type: 'TaskRestored', data: {} },
      deleted: { type: 'TaskDeleted', data: {} },
      undeleted: { type: 'TaskUndeleted', data: {} },
    };
    const step = fc.record({ child: fc.constantFrom(2, 3, 4), becomes: fc.constantFrom(...Object.keys(lives)) });
    const beginning = [
      task(1, created(1, { parentId: null })),
      ...[2, 3].flatMap((id) => [
        task(id, created(id, { parentId: 1 })),
        task(1, { type: 'SubtaskAdded', data: { taskId: id } }),
      ]),
      task(4, created(4, { parentId: 2 })),
    ];
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        const documents = await fed(taskModel, [
          ...beginning,
          ...steps.map(({ child, becomes }) => task(child, lives[becomes]!)),
        ]);
        const open = [...documents.values()].filter((one) => !one.deleted && one.task.state !== 'solved');
        for (const { task, openSubtaskIds, openSubtasks } of documents.values()) {
          const under = open.filter((one) => one.task.parentId === task.id).map((one) => one.task.id);
          expect([[...openSubtaskIds].sort(), openSubtasks]).toEqual([under, under.length]);
        }
      }),
    );
  });

  it('count a subtask once, and one that waits for its parent, or is waited for by it, as both', async () => {
    const events = [
      task(1, created(1, { parentId: null })),
      task(2, created(2, { parentId: 1 })),
      edge('PredecessorAdded', 1, 2),
      task(2, { type: 'TaskDeleted', data: {} }),
    ];
    const undeleted = task(2, { type: 'TaskUndeleted', data: {} });
    expect((await fed(taskModel, events.slice(0, 3))).get('1')).toMatchObject({ openSubtasks: 1, waitingFor: [2] });
    expect((await fed(taskModel, events)).get('1')).toMatchObject({ openSubtasks: 0, waitingFor: [] });
    const back = await fed(taskModel, [...events, undeleted, undeleted]);
    expect(back.get('1')).toMatchObject({ openSubtaskIds: [2], openSubtasks: 1, waitingFor: [2] });
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
