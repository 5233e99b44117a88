import type { ProjectEvent, ProjectPermission } from '@gos/domain';
import { projectSamples } from '@gos/domain/project/project.samples';
import { describe, expect, it } from '@jest/globals';
import { isVisibleTo, visibleTo } from '../kernel/visibility';
import { fed, recorded } from '../testing/fed';
import { accessModel } from './access';

const joins = (projectId: number, userId: number, permission: ProjectPermission): ProjectEvent => ({
  type: 'MemberAdded',
  data: { projectId, userId, permission, notification: 'all' },
});
const changes = (projectId: number, userId: number, permission: ProjectPermission): ProjectEvent => ({
  type: 'MemberChanged',
  data: {
    projectId,
    userId,
    from: { permission: 'view', notification: 'all' },
    to: { permission, notification: 'all' },
  },
});
const leaves = (projectId: number, userId: number): ProjectEvent => ({
  type: 'MemberRemoved',
  data: { projectId, userId },
});
const after = (...events: readonly ProjectEvent[]) =>
  fed(
    accessModel,
    events.map((event) => recorded('project-5', event)),
  );

describe('access of a person', () => {
  it('is what they may in each project that they are a member of', async () => {
    const documents = await after(
      joins(5, 2, 'view'),
      joins(6, 2, 'edit'),
      joins(5, 3, 'manage'),
      changes(5, 2, 'manage'),
    );
    expect(documents.get('2')).toEqual({ id: '2', projects: { 5: 'manage', 6: 'edit' } });
    expect(documents.get('3')).toEqual({ id: '3', projects: { 5: 'manage' } });
  });

  it('ends with the membership, and stays empty then', async () => {
    const documents = await after(joins(5, 2, 'view'), joins(6, 2, 'edit'), leaves(5, 2));
    expect(documents.get('2')).toEqual({ id: '2', projects: { 6: 'edit' } });
    expect((await after(joins(5, 2, 'view'), leaves(5, 2), leaves(5, 2))).get('2')).toEqual({ id: '2', projects: {} });
  });

  it('follows every sample, and nothing but memberships touches it', async () => {
    const documents = await after(...(Object.values(projectSamples) as ProjectEvent[]));
    expect([...documents.values()]).toEqual([{ id: '2', projects: {} }]);
  });

  it('opens the documents of those projects, in one filter and for one document alike', async () => {
    const { projects } = (await after(joins(5, 2, 'view'), joins(6, 2, 'edit'))).get('2')!;
    const member = { id: 2, role: 'member', projects } as const;
    expect(visibleTo(member)).toEqual({ $or: [{ parties: 2 }, { projectId: { $in: [5, 6] } }] });
    expect([5, 6, 7].map((projectId) => isVisibleTo({ parties: [], projectId }, member))).toEqual([true, true, false]);
  });
});
