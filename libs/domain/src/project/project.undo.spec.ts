import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Actor } from '../kernel/actor';
import { isRefusal } from '../kernel/refusal';
import { colleague, people, project as projectId } from '../testing/task-scene';
import { UndoScene } from '../testing/undo-scene';
import { notificationLevels, type Project, type ProjectEvent } from './project';
import type { ProjectBodies, ProjectCommand } from './project.bodies';
import { projectAggregate } from './project.commands';
import type { ProjectFacts } from './project.facts';
import { projectSamples } from './project.samples';
import { projectUndoing } from './project.undo';

const { manager, editor, viewer, admin } = people;
const others = [colleague, editor.id!, viewer.id!];

const factsOf = (actor: Actor): ProjectFacts => ({ actor, nameable: others, unable: [] });

function stream() {
  const scene = new UndoScene<ProjectBodies, Project, ProjectEvent, ProjectFacts>({
    aggregate: projectAggregate as never,
    undoing: projectUndoing as never,
    id: projectId,
    factsOf,
  });
  scene.append(manager.id, [
    { type: 'ProjectCreated', data: { ...projectSamples.ProjectCreated.data, projectId } },
    { type: 'MemberAdded', data: { projectId, userId: manager.id!, permission: 'manage', notification: 'all' } },
  ]);
  return scene;
}

const userId = fc.constantFrom(...others);
const permission = fc.constantFrom('view' as const, 'edit' as const, 'manage' as const);
const notification = fc.constantFrom(...notificationLevels);
const command = fc.oneof(
  fc.record({
    type: fc.constant('edit' as const),
    body: fc.record(
      {
        name: fc.constantFrom('Sklad', 'Web'),
        description: fc.constantFrom('', '<p>Nové</p>'),
        active: fc.boolean(),
        finishDate: fc.constantFrom(null, '2026-12-31'),
        contracts: fc.constantFrom([], [{ contractId: 'S-1' }]),
      },
      { requiredKeys: [] },
    ),
  }),
  fc.record({ type: fc.constant('addMember' as const), body: fc.record({ userId, permission, notification }) }),
  fc.record({
    type: fc.constant('changeMember' as const),
    body: fc.record({ userId, permission, notification }, { requiredKeys: ['userId'] }),
  }),
  fc.record({ type: fc.constant('removeMember' as const), body: fc.record({ userId }) }),
) as fc.Arbitrary<ProjectCommand>;

/** Without the order in which members joined: a member who comes back is the last one. */
const content = ({ revision: _, members, ...project }: Project) => ({
  ...project,
  members: [...members].sort((a, b) => a.userId - b.userId),
});

describe('undo of actions on a project', () => {
  test('restores the project after any command, once, and its own undo restores the change', () => {
    fc.assert(
      fc.property(fc.array(command, { minLength: 1, maxLength: 8 }), (commands) => {
        stream().expectUndoOf(commands, manager, content);
      }),
    );
  });

  test('is too late only after a change of the same field or member', () => {
    const scene = stream();
    const added = scene.run(manager, {
      type: 'addMember',
      body: { userId: colleague, permission: 'view', notification: 'all' },
    })!;
    scene.run(manager, { type: 'addMember', body: { userId: editor.id!, permission: 'edit', notification: 'all' } });
    scene.run(manager, { type: 'edit', body: { name: 'Web' } });
    expect(isRefusal(scene.decideUndo(added, manager))).toBe(false);
    scene.run(manager, { type: 'changeMember', body: { userId: colleague, permission: 'edit' } });
    expect(scene.decideUndo(added, manager)).toMatchObject({
      refused: 'undo.too-late',
      details: { later: { event: 'MemberChanged' } },
    });
  });

  test('keeps somebody who manages the project', () => {
    const scene = stream();
    const added = scene.run(manager, {
      type: 'addMember',
      body: { userId: colleague, permission: 'manage', notification: 'all' },
    })!;
    scene.run(admin, { type: 'removeMember', body: { userId: manager.id! } });
    expect(scene.decideUndo(added, manager)).toMatchObject({ refused: 'project.last-manage' });
  });

  test('needs the right that the person has today', () => {
    const scene = stream();
    const named = scene.run(manager, { type: 'edit', body: { name: 'Web' } })!;
    expect(scene.decideUndo(named, { ...viewer, id: manager.id })).toMatchObject({ refused: 'project.forbidden' });
    expect(scene.decideUndo(named, editor)).toMatchObject({ refused: 'undo.not-yours' });
  });

  test('does not bring back a member who is gone, and leaves a created project', () => {
    const scene = stream();
    scene.run(manager, { type: 'addMember', body: { userId: colleague, permission: 'view', notification: 'all' } });
    const removed = scene.run(manager, { type: 'removeMember', body: { userId: colleague } })!;
    expect(scene.decideUndo(removed, manager, { nameable: [] })).toMatchObject({ refused: 'undo.person-gone' });
    expect(scene.decideUndo(removed, manager, { projectsOf: 100_000 })).toMatchObject({
      refused: 'validation.too-many',
    });
    expect(scene.decideUndo('event-0', manager)).toMatchObject({ refused: 'undo.none' });
  });
});
