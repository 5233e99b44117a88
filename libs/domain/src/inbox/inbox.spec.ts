import { describe, expect, it, test } from '@jest/globals';
import { inboxDecider } from '../testing/flat-commands';
import { given } from '../testing/given-when-then';
import { emptyInbox, evolveInbox, type InboxEvent } from './inbox';
import type { InboxFacts } from './inbox.commands';
import { deliveriesOf, isNotificationKind, notificationKinds } from './notifications';

const none: InboxFacts = { unread: [], latest: null };
const muted = (taskId: number): InboxEvent => ({ type: 'TaskMuted', data: { taskId } });
const unmuted = (taskId: number): InboxEvent => ({ type: 'TaskUnmuted', data: { taskId } });

describe('reading notifications', () => {
  const inbox = given(inboxDecider, []);

  it('marks those that are unread', () => {
    const read = inbox.when({ type: 'read', ids: ['a-2', 'b-2'] }, { ...none, unread: ['b-2'] });
    read.thenEvents({ type: 'NotificationsRead', data: { ids: ['b-2'] } });
    inbox.when({ type: 'read', ids: ['a-2'] }, none).thenNothing();
  });

  it('marks all up to the latest one', () => {
    const latest = '2026-11-23T08:00:00.000Z';
    inbox
      .when({ type: 'read', all: true }, { ...none, latest })
      .thenEvents({ type: 'NotificationsRead', data: { upTo: latest } });
    inbox.when({ type: 'read', all: true }, none).thenNothing();
  });

  it('takes at most a hundred at once', () => {
    const ids = Array.from({ length: 101 }, (_, index) => `${index}-2`);
    inbox.when({ type: 'read', ids }, none).thenRefused('validation.too-many');
  });

  it('changes nothing of what is muted', () => {
    const read: InboxEvent = { type: 'NotificationsRead', data: { ids: ['a-2'] } };
    expect(evolveInbox({ revision: 1, muted: [12] }, read)).toEqual({ revision: 2, muted: [12] });
  });
});

describe('muting a task', () => {
  it('happens once, and ends once', () => {
    given(inboxDecider, []).when({ type: 'mute', taskId: 12 }, none).thenEvents(muted(12));
    given(inboxDecider, [muted(12)])
      .when({ type: 'mute', taskId: 12 }, none)
      .thenNothing();
    given(inboxDecider, [muted(12)])
      .when({ type: 'unmute', taskId: 12 }, none)
      .thenEvents(unmuted(12));
    given(inboxDecider, [muted(12), unmuted(12)])
      .when({ type: 'unmute', taskId: 12 }, none)
      .thenNothing();
  });

  it('is done of 5,000 tasks at most', () => {
    const history = Array.from({ length: 5_000 }, (_, index) => muted(index + 1));
    const inbox = given(inboxDecider, history);
    inbox.when({ type: 'mute', taskId: 6_000 }, none).thenRefused('validation.too-many');
    inbox.when({ type: 'mute', taskId: 3 }, none).thenNothing();
    expect([...history, unmuted(2)].reduce(evolveInbox, emptyInbox).muted).toHaveLength(4_999);
  });
});

test('how a kind is mailed is its usual way, until a person decides', () => {
  const usual = deliveriesOf(null);
  expect(Object.keys(usual)).toEqual(notificationKinds);
  expect(notificationKinds.filter((kind) => usual[kind] === 'at-once')).toEqual([
    'assigned',
    'returned',
    'to-accept',
    'mention',
    'deadline-soon',
    'invited',
    'days-missing',
    'month-reopened',
    'absence-requested',
    'absence-approved',
    'absence-declined',
  ]);
  const decided = deliveriesOf({ comment: 'off', mention: 'hourly', unknown: 'off', assigned: 3 });
  expect(decided).toEqual({ ...usual, comment: 'off' });
  for (const broken of [7, 'off', [], undefined]) expect(deliveriesOf(broken)).toEqual(usual);
  expect([isNotificationKind('mention'), isNotificationKind('toString')]).toEqual([true, false]);
});
