import { describe, expect, test } from '@jest/globals';
import { decideTask, taskDecider } from '../testing/flat-commands';
import { given } from '../testing/given-when-then';
import { factsOf, happened, historyTo, people } from '../testing/task-scene';
import type { EventWithTime, HostLink, Task } from './task';
import type { TaskEvent } from './task.events';
import { evolveTask } from './task.events';

const url = 'https://github.com/firma/eshop/issues/12';
const hostLink: HostLink = { webhookId: 7, host: 'github', kind: 'issue', repositoryId: '5', number: 12, url };
const renamed: HostLink = { ...hostLink, url: 'https://github.com/firma/obchod/issues/12' };
const system = factsOf(people.system);
const linked: readonly EventWithTime<TaskEvent>[] = [
  ...historyTo('assigned', { externalUrl: url }),
  happened({ type: 'TaskLinked', data: hostLink }, null),
];

describe('the link of a task with a git host', () => {
  test('is remembered with the ids of the host', () => {
    const fresh = given(taskDecider, historyTo('assigned', { externalUrl: url }));
    fresh.when({ type: 'link', hostLink }, system).thenEvents({ type: 'TaskLinked', data: hostLink });
    expect(linked.reduce<Task | null>(evolveTask, null)).toMatchObject({ hostLink, externalUrl: url });
  });

  test('brings its address where none is, or the one that it replaces', () => {
    const edited = (from: string | null, to: string) => ({
      type: 'TaskEdited' as const,
      data: { changes: [{ field: 'externalUrl' as const, from, to }] },
    });
    given(taskDecider, historyTo('assigned', { externalUrl: null }))
      .when({ type: 'link', hostLink, replaces: null }, system)
      .thenEvents(edited(null, url), { type: 'TaskLinked', data: hostLink });
    given(taskDecider, linked)
      .when({ type: 'link', hostLink: renamed, replaces: url }, system)
      .thenEvents(edited(url, renamed.url), { type: 'TaskLinked', data: renamed });
  });

  test('leaves an external link that a person has set meanwhile', () => {
    const own = { field: 'externalUrl' as const, from: url, to: 'https://wiki.example/12' };
    const changed: typeof linked = [...linked, happened({ type: 'TaskEdited', data: { changes: [own] } }, 1)];
    given(taskDecider, changed)
      .when({ type: 'link', hostLink: renamed, replaces: url }, system)
      .thenEvents({ type: 'TaskLinked', data: renamed });
  });

  test('changes nothing when it is there already', () => {
    given(taskDecider, linked).when({ type: 'link', hostLink, replaces: url }, system).thenNothing();
  });

  test('may change on a solved task, and raises no revision', () => {
    const solved = given(taskDecider, historyTo('solved', { externalUrl: url }));
    solved.when({ type: 'link', hostLink }, system).thenEvents({ type: 'TaskLinked', data: hostLink });
    const revision = (events: typeof linked) => events.reduce<Task | null>(evolveTask, null)!.revision;
    expect(revision(linked)).toBe(revision(linked.slice(0, -1)));
  });

  test('comes from the system alone', () => {
    given(taskDecider, linked)
      .when({ type: 'link', hostLink: renamed }, factsOf(people.contractor))
      .thenRefused('task.forbidden');
  });

  test('is part of the creation by a webhook', () => {
    const task = { taskId: 12, name: 'Chyba v platbě', contractorId: 1, hostLink };
    const decided = decideTask(null, { type: 'create', task }, { ...system, nameable: [1] });
    expect(decided).toMatchObject([{ type: 'TaskCreatedForContractor', data: { hostLink } }]);
  });

  test('is absent from tasks of before it was kept', () => {
    expect(historyTo('assigned').reduce<Task | null>(evolveTask, null)).toMatchObject({
      hostLink: null,
      movedFrom: null,
    });
  });
});

test('a task remembers where it was before its last move', () => {
  const from = { projectId: 5, boardId: 8 };
  const moved: EventWithTime<TaskEvent> = happened(
    { type: 'TaskMoved', data: { from, to: { projectId: 5, boardId: 9 }, order: null } },
    1,
  );
  expect([...historyTo('assigned'), moved].reduce<Task | null>(evolveTask, null)).toMatchObject({
    movedFrom: from,
    boardId: 9,
  });
});
