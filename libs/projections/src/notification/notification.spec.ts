import type { Message, RecordedEvent } from '@gos/domain';
import { inboxSamples } from '@gos/domain/inbox/inbox.samples';
import { projectSamples } from '@gos/domain/project/project.samples';
import { taskSamples } from '@gos/domain/task/task.samples';
import { webhookSamples } from '@gos/domain/webhook/webhook.samples';
import { worklogSamples } from '@gos/domain/worklog/worklog.samples';
import { describe, expect, it } from '@jest/globals';
import { fed, recorded } from '../testing/fed';
import { notificationModel } from './notification';

const [contractor, solver, noticed, watcher, all, mine, none, stranger] = [1, 2, 3, 4, 5, 6, 7, 8] as const;
const parties = { contractorId: contractor, solverId: solver, acknowledged: [noticed], passive: [watcher] };

const created = (more: object = {}, type = 'TaskCreated'): Message => ({
  type,
  data: { ...taskSamples.TaskCreated.data, taskId: 12, type: 'normal', projectId: 5, ...parties, ...more },
});
const member = (userId: number, notification: string): Message => ({
  type: 'MemberAdded',
  data: { projectId: 5, userId, permission: 'view', notification },
});
const project = (event: Message, actor: number = contractor) => recorded('project-5', event, actor);
const task = (event: Message, actor: number = contractor) => recorded('task-12', event, actor);
const of = (type: string, data: object = {}): Message => ({ type, data });
const comment = (...mentions: readonly number[]) => of('CommentAdded', { commentId: 1, text: 'x', mentions });

/** Each joins by themselves, which notifies nobody. */
const members = [
  [all, 'all'],
  [mine, 'mine'],
  [none, 'none'],
].map(([userId, level]) => project(member(userId as number, level as string), userId as number));
const begun = [...members, task(created())];

/** The recipients of the last event, each with the kind of their notification. */
async function toldOf(event: RecordedEvent, before: readonly RecordedEvent[] = begun) {
  const documents = await fed(notificationModel, [...before, event]);
  return Object.fromEntries(
    [...documents.values()].flatMap(({ id, item }) =>
      item && id.startsWith(`${event.id}-`) ? [[item.userId, item.kind]] : [],
    ),
  );
}

describe('whoever has a part in a task is told', () => {
  it('of a new one: what it is to them', async () => {
    const joined = { [solver]: 'assigned', [noticed]: 'participant', [all]: 'assigned' };
    expect(await toldOf(task(created()), members)).toEqual(joined);
    const forAnother = task(created({}, 'TaskCreatedForContractor'), stranger);
    expect(await toldOf(forAnother, members)).toEqual({ ...joined, [contractor]: 'participant' });
    expect(await toldOf(task(created({ solverId: null })), members)).toEqual({ [noticed]: 'participant' });
    expect(await toldOf(task(created({ projectId: null })), members)).toEqual({
      [solver]: 'assigned',
      [noticed]: 'participant',
    });
    expect(await toldOf(task(created({ type: 'meeting' })), members)).toMatchObject({ [noticed]: 'invited' });
  });

  it('of what a repeated task made, but its contractor', async () => {
    const made = task(created());
    expect(await toldOf({ ...made, metadata: { ...made.metadata, actor: null } }, members)).toEqual({
      [solver]: 'assigned',
      [noticed]: 'participant',
      [all]: 'assigned',
    });
  });

  it('of another solver, by anybody but themselves', async () => {
    const to = (userId: number | null, actor?: number) =>
      toldOf(task(of('TaskAssigned', { from: solver, to: userId }), actor));
    expect(await to(stranger)).toEqual({ [stranger]: 'assigned', [noticed]: 'assigned', [all]: 'assigned' });
    expect(await to(all, stranger)).toEqual({
      [contractor]: 'assigned',
      [noticed]: 'assigned',
      [all]: 'assigned',
    });
    expect(await to(null)).toEqual({});
  });

  it('for whom somebody else accepted', async () => {
    const data = { reservation: null, rating: null, comment: null, costReduction: null, onBehalfOf: contractor };
    const event = task(of('TaskAccepted', data), all);
    const documents = await fed(notificationModel, [...begun, event]);
    expect(documents.get(`${event.id}-${contractor}`)?.item).toMatchObject({ by: all, onBehalfOf: contractor });
    expect(documents.get(`${event.id}-${solver}`)?.item).toMatchObject({ by: all, onBehalfOf: contractor });
  });

  it('of what is handed over and decided', async () => {
    const accepted = of('TaskAccepted', { reservation: null, rating: null, comment: null, costReduction: null });
    const others = (kind: string) => ({ [noticed]: kind, [all]: kind });
    expect(await toldOf(task(of('TaskCompleted', { result: 'x' }), solver))).toEqual({
      [contractor]: 'to-accept',
      ...others('to-accept'),
    });
    expect(await toldOf(task(accepted))).toEqual({ [solver]: 'accepted', ...others('accepted') });
    expect(await toldOf(task(accepted, all))).toEqual({
      [contractor]: 'accepted',
      [solver]: 'accepted',
      [noticed]: 'accepted',
    });
    expect(await toldOf(task(of('TaskReturned', { reason: 'x' })))).toEqual({
      [solver]: 'returned',
      ...others('returned'),
    });
    expect(await toldOf(task(of('TaskRestored')))).toEqual({ [solver]: 'assigned', ...others('assigned') });
    expect(await toldOf(task(of('DeadlineMoved', { from: null, to: null }), solver))).toEqual({
      [contractor]: 'deadline-moved',
      ...others('deadline-moved'),
    });
  });

  it('of nothing to accept where somebody solves their own task', async () => {
    const own = [...members, task(created({ solverId: contractor }))];
    expect(await toldOf(task(of('TaskCompleted', { result: 'x' })), own)).toEqual({});
  });

  it('of being added, but not if they only look', async () => {
    const added = (kind: string) => toldOf(task(of('ParticipantAdded', { userId: stranger, kind })));
    expect(await added('acknowledged')).toEqual({ [stranger]: 'participant' });
    expect(await added('passive')).toEqual({});
    const toMeeting = of('TaskEdited', { changes: [{ field: 'type', from: 'normal', to: 'meeting' }] });
    const invited = task(of('ParticipantAdded', { userId: stranger, kind: 'acknowledged' }));
    expect(await toldOf(invited, [...begun, task(toMeeting)])).toEqual({ [stranger]: 'invited' });
  });

  it('of nothing once they are taken out, or the task is moved out of their project', async () => {
    const out = task(of('ParticipantRemoved', { userId: noticed, kind: 'acknowledged' }));
    const place = { from: { projectId: 5, boardId: null }, to: { projectId: null, boardId: null }, order: null };
    expect(await toldOf(task(comment()), [...begun, out, task(of('TaskMoved', place))])).toEqual({
      [solver]: 'comment',
    });
  });

  it('of nothing that has no kind', async () => {
    for (const event of [of('TaskEdited', { changes: [] }), of('TaskEndedByContractor', { reason: null })])
      expect(await toldOf(task(event))).toEqual({});
  });
});

describe('a comment', () => {
  const followers = { [contractor]: 'comment', [solver]: 'comment', [noticed]: 'comment', [all]: 'comment' };

  it('tells whom it mentions of the mention, those who only look too', async () => {
    expect(await toldOf(task(comment(), stranger))).toEqual(followers);
    expect(await toldOf(task(comment(solver, watcher, mine, stranger), stranger))).toEqual({
      ...followers,
      [solver]: 'mention',
      [watcher]: 'mention',
      [mine]: 'mention',
    });
  });

  it('reaches who wants to be told nothing of the project only as a party', async () => {
    expect(await toldOf(task(comment(none), stranger))).toEqual(followers);
    const party = task(of('ParticipantAdded', { userId: none, kind: 'passive' }));
    expect(await toldOf(task(comment(none), stranger), [...begun, party])).toEqual({ ...followers, [none]: 'mention' });
  });

  it('that is edited tells only the people whom it mentions now', async () => {
    const edited = (...mentions: readonly number[]) => of('CommentEdited', { commentId: 1, text: 'x', mentions });
    expect(await toldOf(task(edited(solver)))).toEqual({ [solver]: 'mention' });
    expect(await toldOf(task(edited()))).toEqual({});
  });

  it('of an acceptance mentions those who would not hear of it', async () => {
    const data = { reservation: null, rating: null, costReduction: null };
    const said = { commentId: 2, text: 'x', mentions: [solver, mine, stranger] };
    expect(await toldOf(task(of('TaskAccepted', { ...data, comment: said })))).toEqual({
      [solver]: 'accepted',
      [noticed]: 'accepted',
      [all]: 'accepted',
      [mine]: 'mention',
    });
  });

  it('calls nobody from outside but who sees everything', async () => {
    const user = (event: Message) => recorded(`user-${stranger}`, event, contractor);
    const registered = (role: string) => user(of('UserRegistered', { userId: stranger, role }));
    const ranked = (from: string, to: string) => user(of('UserRoleChanged', { from, to }));
    const called = (...before: readonly RecordedEvent[]) => toldOf(task(comment(stranger)), [...begun, ...before]);
    expect(await called()).not.toHaveProperty(String(stranger));
    expect(await called(registered('member'))).not.toHaveProperty(String(stranger));
    expect(await called(registered('admin'))).toEqual({
      [solver]: 'comment',
      [noticed]: 'comment',
      [all]: 'comment',
      [stranger]: 'mention',
    });
    expect(await called(registered('member'), ranked('member', 'auditor'))).toHaveProperty(String(stranger), 'mention');
    expect(await called(registered('admin'), ranked('admin', 'member'))).not.toHaveProperty(String(stranger));
  });

  it('that mentions everybody tells a hundred', async () => {
    const many = Array.from({ length: 500 }, (_, index) => 100 + index);
    expect(
      Object.keys(
        await toldOf(task(comment(...many)), [
          ...many.map((userId) => project(member(userId, 'mine'), userId)),
          task(created({ solverId: null, acknowledged: [] })),
        ]),
      ),
    ).toHaveLength(100);
  });
});

describe('a muted task', () => {
  const inbox = (event: Message, userId: number = solver) => recorded(`inbox-${userId}`, event, userId);
  const muted = [...begun, inbox(inboxSamples.TaskMuted)];

  it('tells nothing but mentions, until it is heard again', async () => {
    expect(await toldOf(task(comment()), muted)).not.toHaveProperty(String(solver));
    expect(await toldOf(task(comment(solver)), muted)).toMatchObject({ [solver]: 'mention' });
    expect(await toldOf(task(of('TaskAssigned', { from: null, to: solver })), muted)).toEqual({
      [noticed]: 'assigned',
      [all]: 'assigned',
    });
    const again = [...muted, inbox(inboxSamples.TaskUnmuted)];
    expect(await toldOf(task(comment()), again)).toMatchObject({ [solver]: 'comment' });
  });

  it('is muted for who muted it', async () => {
    expect(await toldOf(task(comment(), stranger), [...begun, inbox(inboxSamples.TaskMuted, all)])).toEqual({
      [contractor]: 'comment',
      [solver]: 'comment',
      [noticed]: 'comment',
    });
  });
});

describe('of a project', () => {
  it('who becomes a member is told, if somebody else adds them', async () => {
    expect(await toldOf(project(member(stranger, 'mine')), [])).toEqual({ [stranger]: 'invited' });
    expect(await toldOf(project(member(contractor, 'all')), [])).toEqual({});
  });

  it('members are told as they last wished, while they are members', async () => {
    const { MemberChanged, MemberRemoved } = projectSamples;
    const wished = { permission: 'view', notification: 'all' } as const;
    const changed = project({ ...MemberChanged, data: { ...MemberChanged.data, userId: mine, to: wished } });
    expect(await toldOf(task(comment()), [...begun, changed])).toMatchObject({ [mine]: 'comment' });
    const left = project({ ...MemberRemoved, data: { ...MemberRemoved.data, userId: all } });
    expect(await toldOf(task(comment()), [...begun, left])).not.toHaveProperty(String(all));
  });
});

it('of a webhook that was switched off its project’s managers are told', async () => {
  const made = { ...webhookSamples.WebhookCreated, data: { ...webhookSamples.WebhookCreated.data, projectId: 5 } };
  const manager = {
    ...member(stranger, 'none'),
    data: { ...(member(stranger, 'none').data as object), permission: 'manage' },
  };
  const before = [...members, project(manager), recorded('webhook-3', made)];
  const off = recorded('webhook-3', webhookSamples.WebhookSwitchedOff, 0);
  expect(await toldOf(off, before)).toEqual({ [stranger]: 'webhook-off' });
  const told = (await fed(notificationModel, [...before, off])).get(`${off.id}-${stranger}`)?.item;
  expect(told).toMatchObject({ taskId: null, projectId: 5 });
});

describe('a reminder', () => {
  it('tells whom it names, without an author', async () => {
    const soon = of('UsersNotified', { kind: 'deadline-soon', userIds: [solver] });
    const event = recorded('task-12', soon);
    const bySystem = { ...event, metadata: { ...event.metadata, actor: null } };
    expect(await toldOf(bySystem)).toEqual({ [solver]: 'deadline-soon' });
    expect((await fed(notificationModel, [...begun, bySystem])).get(`${bySystem.id}-${solver}`)?.item).toEqual({
      userId: solver,
      kind: 'deadline-soon',
      at: event.metadata.at,
      by: null,
      taskId: 12,
      projectId: null,
      solverId: null,
      read: false,
    });
    expect(await toldOf(task(of('UsersNotified', { kind: 'of a later version', userIds: [solver] })))).toEqual({});
  });

  it('of forgotten work stands in the person’s own stream, and names the task', async () => {
    const forgotten = recorded('worklog-2', worklogSamples.UsersNotified, 0);
    expect(await toldOf(forgotten)).toEqual({ 2: 'work-forgotten' });
    const told = (await fed(notificationModel, [forgotten])).get(`${forgotten.id}-2`)?.item;
    expect(told?.taskId).toBe(worklogSamples.UsersNotified.data.taskId);
  });
});

describe('read', () => {
  const news = task(comment());
  const marked = (data: object, userId: number = solver) =>
    fed(notificationModel, [...begun, news, recorded(`inbox-${userId}`, of('NotificationsRead', data), userId)]);

  it('is what its person marked, by itself or with all before', async () => {
    const id = `${news.id}-${solver}`;
    expect((await marked({ ids: [id, 'unknown-2'] })).get(id)?.item?.read).toBe(true);
    expect((await marked({ ids: [id] }, stranger)).get(id)?.item?.read).toBe(false);
    expect((await marked({ ids: ['unknown-2'] })).has('unknown-2')).toBe(false);
    const upTo = '2026-11-20T08:00:00.000Z';
    expect((await marked({ upTo })).get('u2')).toEqual({ id: 'u2', item: null, readUpTo: upTo });
  });
});

it('delivered twice is told once', async () => {
  const events = [...begun, task(comment(solver)), task(of('TaskReturned', { reason: 'x' }))];
  const once = await fed(notificationModel, events);
  const twice = await fed(notificationModel, [...events, ...events.slice(-2)]);
  expect([...twice.keys()]).toEqual([...once.keys()]);
  expect([...twice]).toEqual([...once]);
});
