import type { Actor } from '@gos/domain';
import { describe, expect, it } from '@jest/globals';
import { budgetsSeenBy, seesBudget } from '../task/task-money';
import { isVisibleTo, type Least, visibleTo, visibleToHolders } from './visibility';

const person = (role: Actor['role'], projects: Actor['projects'] = {}): Actor => ({ id: 5, role, projects });
const document = (parties: number[], projectId: number | null = null) => ({ parties, projectId });

describe('visibility', () => {
  it('lets admins and auditors see everything', () => {
    for (const role of ['admin', 'auditor', 'system'] as const) {
      expect(visibleTo(person(role))).toEqual({});
      expect(isVisibleTo(document([1]), person(role))).toBe(true);
    }
  });

  it('shows members and collaborators what they are a party to', () => {
    for (const role of ['member', 'collaborator'] as const) {
      expect(visibleTo(person(role))).toEqual({ parties: 5 });
      expect(isVisibleTo(document([4, 5]), person(role))).toBe(true);
      expect(isVisibleTo(document([4], 7), person(role))).toBe(false);
    }
  });

  it('shows the members of a project all that is in it, and nothing after they left', () => {
    const member = person('member', { 7: 'view' });
    expect(visibleTo(member)).toEqual({ $or: [{ parties: 5 }, { projectId: { $in: [7] } }] });
    expect(isVisibleTo(document([1], 7), member)).toBe(true);
    expect(isVisibleTo(document([1], 8), member)).toBe(false);
    expect(isVisibleTo(document([1], 7), person('member'))).toBe(false);
  });

  it('shows what asks for more to managers, and what asks for less to everyone inside', () => {
    const member = person('member', { 7: 'manage', 8: 'edit' });
    const collaborator = person('collaborator', { 7: 'manage' });
    const auditor = person('auditor');
    expect(visibleTo(member, 'manage')).toEqual({ $or: [{ parties: 5 }, { projectId: { $in: [7] } }] });
    expect(visibleTo(member, 'everyone')).toEqual({});
    expect(visibleTo(collaborator, 'everyone')).toEqual({ parties: 5 });
    expect(visibleTo(auditor, 'manage')).toEqual({});
    const asking = (least: Least, projectId: number | null, parties = [1]) => ({ parties, projectId, least });
    const seenBy = (actor: Actor) =>
      [asking('manage', 7), asking('manage', 8), asking('manage', 8, [5]), asking('everyone', null)].map((one) =>
        isVisibleTo(one, actor),
      );
    expect(seenBy(member)).toEqual([true, false, true, true]);
    expect(seenBy(collaborator)).toEqual([true, false, true, false]);
    expect(seenBy(auditor)).toEqual([true, true, true, true]);
  });

  it('shows what a position is responsible for to its holders', () => {
    const holder = { ...person('member', { 7: 'view' }), positions: [3] };
    const made = (positionId: number | null) => ({ ...document([1]), positionId });
    expect([made(3), made(4), made(null), document([1])].map((one) => isVisibleTo(one, holder))).toEqual([
      true,
      false,
      false,
      false,
    ]);
    expect(visibleToHolders(holder)).toEqual({ $or: [visibleTo(holder), { positionId: { $in: [3] } }] });
    expect(visibleToHolders(person('member'))).toEqual({ parties: 5 });
    expect(visibleToHolders({ ...person('auditor'), positions: [3] })).toEqual({});
  });

  it('shows money to contractors, managers, admins and auditors, one task or many alike', () => {
    const task = (contractorId: number, projectId: number | null) => ({
      contractorId,
      projectId,
      solverId: 5,
      acknowledged: [],
      passive: [],
    });
    const reader = person('member', { 7: 'manage', 8: 'edit' });
    expect(budgetsSeenBy(reader)).toEqual({ $or: [{ 'task.contractorId': 5 }, { projectId: { $in: [7] } }] });
    expect([task(5, null), task(1, 7), task(1, 8), task(1, null)].map((one) => seesBudget(one, reader))).toEqual([
      true,
      true,
      false,
      false,
    ]);
    for (const role of ['admin', 'auditor'] as const) {
      expect(budgetsSeenBy(person(role))).toEqual({});
      expect(seesBudget(task(1, null), person(role))).toBe(true);
    }
  });
});
