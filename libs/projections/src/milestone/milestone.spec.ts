import type { Message, RecordedEvent } from '@gos/domain';
import { taskSamples } from '@gos/domain/task/task.samples';
import { describe, expect, it } from '@jest/globals';
import { idsOf } from '../kernel/apply';
import { fed, recorded } from '../testing/fed';
import { type MilestoneDocument, milestoneModel } from './milestone';

const deadline = '2026-11-21T12:00:00.000Z';
const inTime = '2026-11-21T11:00:00.000Z';
const late = '2026-11-21T13:00:00.000Z';

const created = (more: object = {}): Message => ({
  type: 'TaskCreated',
  data: { ...taskSamples.TaskCreated.data, taskId: 12, deadline, solverId: 2, projectId: 5, ...more },
});
const happens = (type: string, data: object = {}, at = inTime) => recorded('task-12', { type, data }, 1, at);
const begins = (more: object = {}) => recorded('task-12', created(more), 1, '2026-11-20T08:00:00.000Z');
const accepted = (at = inTime) => happens('TaskAccepted', taskSamples.TaskAccepted.data, at);
const assigned = (to: number | null, at = inTime) => happens('TaskAssigned', { from: 2, to }, at);
const toProject = (projectId: number | null, from: number | null = 5) =>
  happens('TaskMoved', { from: { projectId: from, boardId: null }, to: { projectId, boardId: null }, order: null });

const documentsOf = async (...events: RecordedEvent[]) => [...(await fed(milestoneModel, events)).values()];
const creationOf = async (...events: RecordedEvent[]) => (await fed(milestoneModel, events)).get('12')!;
const brief = ({ kind, at, solverId }: MilestoneDocument) => [kind, at, solverId];

describe('milestones of a task', () => {
  it('are its creation, acceptances, endings and returns, each with whose the task was then', async () => {
    const events = [
      begins({ solverId: null }),
      assigned(2),
      happens('TaskReturned', { reason: 'Chybí doprava.' }, '2026-11-21T09:00:00.000Z'),
      assigned(3),
      accepted('2026-11-21T10:00:00.000Z'),
      happens('TaskRestored'),
      assigned(4),
      happens('TaskEndedByContractor', { reason: null }, '2026-11-22T10:00:00.000Z'),
      happens('TaskRestored'),
      happens('TaskEndedAutomatically', { cause: 'project-finished' }, '2026-11-23T10:00:00.000Z'),
    ];
    expect((await documentsOf(...events)).map(brief).sort()).toEqual([
      ['created', '2026-11-20T08:00:00.000Z', null],
      ['ended', '2026-11-22T10:00:00.000Z', 4],
      ['ended', '2026-11-23T10:00:00.000Z', 4],
      ['returned', '2026-11-21T09:00:00.000Z', 2],
      ['solved', '2026-11-21T10:00:00.000Z', 3],
    ]);
  });

  it('name who accepted for whom', async () => {
    const data = { ...taskSamples.TaskAccepted.data, onBehalfOf: 7 };
    const documents = await documentsOf(begins(), happens('TaskAccepted', data));
    expect(documents.find(({ kind }) => kind === 'solved')?.accepted).toEqual({ by: 1, onBehalfOf: 7 });
    const own = await documentsOf(begins(), happens('TaskAccepted', { ...data, onBehalfOf: undefined }));
    expect(own.find(({ kind }) => kind === 'solved')).not.toHaveProperty('accepted');
  });

  it('count an acceptance again after the task was restored', async () => {
    const events = [begins(), accepted(), happens('TaskRestored'), accepted(late)];
    const solved = (await documentsOf(...events)).filter(({ kind }) => kind === 'solved');
    expect(solved.map(({ at }) => at)).toEqual([inTime, late]);
  });

  it('go with it to another project, out of every project and back', async () => {
    const before = [begins(), happens('TaskReturned', { reason: 'x' }), accepted()];
    const projectsOf = async (...events: RecordedEvent[]) =>
      (await documentsOf(...before, ...events)).map(({ projectId }) => projectId);
    expect(await projectsOf()).toEqual([5, 5, 5]);
    expect(await projectsOf(toProject(6))).toEqual([6, 6, 6]);
    expect(await projectsOf(toProject(null))).toEqual([null, null, null]);
    expect(await projectsOf(toProject(null), happens('TaskRestored'), toProject(7, null), accepted(late))).toEqual([
      7, 7, 7, 7,
    ]);
  });

  it('stay as they are when it moves between boards', async () => {
    const events = [begins(), accepted()];
    const between = happens('TaskMoved', {
      from: { projectId: 5, boardId: 8 },
      to: { projectId: 5, boardId: 9 },
      order: null,
    });
    expect(await documentsOf(...events, between)).toEqual(await documentsOf(...events));
  });

  it('are out of sight while it is deleted', async () => {
    const deletedOf = async (...events: RecordedEvent[]) =>
      (await documentsOf(begins(), accepted(), ...events)).map(({ deleted }) => deleted);
    expect(await deletedOf(happens('TaskDeleted'))).toEqual([true, true]);
    expect(await deletedOf(happens('TaskDeleted'), happens('TaskUndeleted'))).toEqual([false, false]);
  });
});

describe('a deadline that was missed', () => {
  it('is that of a task not solved by then, whatever comes later', async () => {
    expect(await creationOf(begins())).toMatchObject({ overdueAt: deadline, course: { atDeadline: { solverId: 2 } } });
    expect(await creationOf(begins(), accepted(late))).toMatchObject({ overdueAt: deadline });
    expect(await creationOf(begins({ deadline: null }))).toMatchObject({ overdueAt: null });
    for (const solved of [accepted(), accepted(deadline), happens('TaskEndedByContractor', { reason: null })]) {
      expect(await creationOf(begins(), solved)).toMatchObject({ overdueAt: null });
    }
  });

  it('looks at how the task stood then, not at what it became', async () => {
    const again = happens('TaskRestored');
    expect(await creationOf(begins(), accepted(), again)).toMatchObject({ overdueAt: deadline });
    expect(await creationOf(begins(), accepted(), again, accepted(late))).toMatchObject({ overdueAt: deadline });
    expect(await creationOf(begins(), accepted(), happens('TaskRestored', {}, late))).toMatchObject({
      overdueAt: null,
    });
  });

  it('is of whoever had the task then', async () => {
    expect(await creationOf(begins(), assigned(3))).toMatchObject({ course: { atDeadline: { solverId: 3 } } });
    expect(await creationOf(begins(), assigned(3, late))).toMatchObject({ course: { atDeadline: { solverId: 2 } } });
  });

  it('goes with the deadline when that moves', async () => {
    const to = '2026-12-01T12:00:00.000Z';
    const moves = (target: string | null, at: string) => happens('DeadlineMoved', { from: deadline, to: target }, at);
    expect(await creationOf(begins(), moves(to, inTime))).toMatchObject({
      overdueAt: to,
      course: { atDeadline: { solverId: 2 } },
    });
    expect(await creationOf(begins(), assigned(3, late), moves(to, late))).toMatchObject({
      overdueAt: to,
      course: { atDeadline: { solverId: 3 } },
    });
    expect(await creationOf(begins(), moves(null, late))).toMatchObject({ overdueAt: null });
    expect(await creationOf(begins(), moves(to, late), accepted('2026-11-30T12:00:00.000Z'))).toMatchObject({
      overdueAt: null,
    });
    const restored = [begins(), accepted(late), happens('TaskRestored', {}, late)];
    expect(await creationOf(...restored, moves(to, late))).toMatchObject({ overdueAt: to });
  });

  it('is no meeting’s, whose deadline is its start', async () => {
    const typed = (to: string) => happens('TaskEdited', { changes: [{ field: 'type', from: 'normal', to }] });
    expect(await creationOf(begins({ type: 'meeting' }))).toMatchObject({ overdueAt: null });
    expect(await creationOf(begins(), typed('meeting'))).toMatchObject({ overdueAt: null });
    expect(await creationOf(begins({ type: 'meeting' }), typed('normal'))).toMatchObject({ overdueAt: deadline });
  });
});

describe('milestones of every kind of event', () => {
  const all = [...Object.values(taskSamples)].map((sample) => recorded('task-12', sample));

  it('are the same when all is delivered twice', async () => {
    const once = [...(await fed(milestoneModel, all))];
    expect(once.length).toBeGreaterThan(4);
    expect([...(await fed(milestoneModel, [...all, ...all]))]).toEqual(once);
  });

  it('come from the streams of tasks only, and not without their creation', async () => {
    expect(idsOf(milestoneModel, recorded('user-12', { type: 'TaskAccepted', data: {} }))).toEqual([]);
    expect(await documentsOf(accepted(), happens('TaskDeleted'), toProject(6))).toEqual([]);
  });
});
