import { describe, expect, test } from '@jest/globals';
import { limits } from '../kernel/limits';
import { projectDecider } from '../testing/flat-commands';
import { given } from '../testing/given-when-then';
import { colleague, people, project as projectId } from '../testing/task-scene';
import { type Project, type ProjectEvent } from './project';
import { type ProjectFacts } from './project.facts';
import { canOfProject } from './project.rights';
import { projectSamples } from './project.samples';

const { manager, editor, viewer, admin, auditor, stranger, collaborator, contractor, system } = people;

const idOf = ({ id }: ProjectFacts['actor']) => id!;
const facts = (actor: ProjectFacts['actor'], nameable = [colleague]): ProjectFacts => ({
  actor,
  nameable,
  unable: [],
});

const created: ProjectEvent = {
  type: 'ProjectCreated',
  data: {
    projectId,
    name: 'Nový e-shop',
    description: '',
    externalTicketSystemUrl: null,
    finishDate: null,
    active: true,
    contracts: [],
  },
};
const joins = (actor: { readonly id: number | null }, permission: 'view' | 'edit' | 'manage'): ProjectEvent => ({
  type: 'MemberAdded',
  data: { projectId, userId: actor.id!, permission, notification: 'all' },
});
const inIt = [created, joins(manager, 'manage'), joins(editor, 'edit'), joins(viewer, 'view')];
const withTwo = [...inIt, joins(contractor, 'manage')];

describe('creating a project', () => {
  test('gives it to its creator to manage, its texts tidied', () => {
    const project = {
      name: '  Nový e-shop ',
      externalTicketSystemUrl: ' https://tickets.example.com ',
      contracts: [{ contractId: ' 1 ', name: ' Smlouva', client: '' }],
    };
    given(projectDecider, [])
      .when({ type: 'create', projectId, project }, facts(contractor))
      .thenEvents(
        {
          type: 'ProjectCreated',
          data: {
            ...created.data,
            externalTicketSystemUrl: 'https://tickets.example.com',
            contracts: [{ contractId: '1', name: 'Smlouva', client: '' }],
          } as never,
        },
        joins(contractor, 'manage'),
      );
  });

  test('is for members and admins', () => {
    const command = { type: 'create', projectId, project: { name: 'P' } } as const;
    given(projectDecider, []).when(command, facts(collaborator)).thenRefused('project.create-forbidden');
    given(projectDecider, []).when(command, facts(system)).thenRefused('project.create-forbidden');
    given(projectDecider, []).when(command, facts(auditor)).thenRefused('task.auditor');
  });

  test.each([
    [{ name: ' ' }, 'validation.required'],
    [{ name: 'x'.repeat(101) }, 'project.name.too-long'],
    [{ name: 'P', finishDate: '2026-02-30' }, 'validation.day'],
    [{ name: 'P', externalTicketSystemUrl: 'ftp://x' }, 'validation.url'],
    [{ name: 'P', description: 'x'.repeat(limits.description.max + 1) }, 'task.description.too-long'],
    [{ name: 'P', contracts: [{ contractId: ' ', name: '', client: '' }] }, 'validation.required'],
    [{ name: 'P', contracts: [contract('1'), contract(' 1')] }, 'project.contract.twice'],
    [{ name: 'P', contracts: [contract('1', 'x'.repeat(201))] }, 'validation.too-long'],
    [{ name: 'P', contracts: Array.from({ length: 101 }, (_, n) => contract(String(n))) }, 'validation.too-many'],
    [{ name: '', finishDate: 'soon' }, 'validation.failed'],
  ] as const)('refuses %j', (project, code) => {
    given(projectDecider, []).when({ type: 'create', projectId, project }, facts(contractor)).thenRefused(code);
  });

  test('happens once', () => {
    given(projectDecider, inIt)
      .when({ type: 'create', projectId, project: { name: 'Jiný' } }, facts(contractor))
      .thenNothing();
  });
});

function contract(contractId: string, name = '') {
  return { contractId, name, client: '' };
}

describe('editing a project', () => {
  test('says what changed from what; long text only what it is now', () => {
    given(projectDecider, inIt)
      .when(
        { type: 'edit', fields: { name: 'Nový obchod', description: '<p>Nově</p>', active: false } },
        facts(manager),
      )
      .thenEvents({
        type: 'ProjectEdited',
        data: {
          changes: [
            { field: 'name', from: 'Nový e-shop', to: 'Nový obchod' },
            { field: 'description', to: '<p>Nově</p>' },
            { field: 'active', from: true, to: false },
          ],
        },
      });
  });

  test('is for those who manage it, and admins', () => {
    const command = { type: 'edit', fields: { name: 'Jinak' } } as const;
    for (const actor of [editor, viewer, stranger]) {
      given(projectDecider, inIt).when(command, facts(actor)).thenRefused('project.forbidden');
    }
    given(projectDecider, inIt).when(command, facts(auditor)).thenRefused('task.auditor');
    given(projectDecider, []).when(command, facts(admin)).thenRefused('project.not-found');
    given(projectDecider, inIt)
      .when(command, facts(admin))
      .thenEvents({ type: 'ProjectEdited', data: { changes: [{ field: 'name', from: 'Nový e-shop', to: 'Jinak' }] } });
  });

  test('refuses what breaks a limit', () => {
    given(projectDecider, inIt)
      .when({ type: 'edit', fields: { name: '' } }, facts(manager))
      .thenRefused('validation.required');
    given(projectDecider, inIt)
      .when({ type: 'edit', fields: { externalTicketSystemUrl: 'x' } }, facts(manager))
      .thenRefused('validation.url');
  });

  test('to what it is changes nothing', () => {
    given(projectDecider, inIt)
      .when({ type: 'edit', fields: { name: ' Nový e-shop ', contracts: [], finishDate: null } }, facts(manager))
      .thenNothing();
  });
});

describe('members', () => {
  const add = { type: 'addMember', userId: colleague, permission: 'view', notification: 'mine' } as const;

  test('are added by those who manage the project', () => {
    given(projectDecider, inIt)
      .when(add, facts(manager))
      .thenEvents({
        type: 'MemberAdded',
        data: { projectId, userId: colleague, permission: 'view', notification: 'mine' },
      });
    given(projectDecider, inIt).when(add, facts(editor)).thenRefused('project.forbidden');
  });

  test('are added once, and only people whom the manager may name', () => {
    given(projectDecider, inIt)
      .when({ ...add, userId: idOf(viewer) }, facts(manager))
      .thenRefused('project.member.exists');
    given(projectDecider, inIt)
      .when(add, facts(manager, []))
      .thenRefused('project.member.unknown', { errors: [{ path: 'userId', code: 'project.member.unknown' }] });
    given(projectDecider, inIt)
      .when({ ...add, userId: idOf(admin) }, facts(admin, []))
      .thenEvents({
        type: 'MemberAdded',
        data: { projectId, userId: idOf(admin), permission: 'view', notification: 'mine' },
      });
  });

  test('are a thousand at most', () => {
    const crowd = Array.from({ length: limits.members.max - 3 }, (_, n) => joins({ id: 1_000 + n }, 'view'));
    given(projectDecider, [...inIt, ...crowd])
      .when(add, facts(manager))
      .thenRefused('validation.too-many');
  });

  test('are added to 500 projects of one manager at most; an admin adds them to more', () => {
    const { max } = limits.sharedProjects;
    given(projectDecider, inIt)
      .when(add, { ...facts(manager), sharedProjects: max })
      .thenRefused('validation.too-many', {
        errors: [{ path: 'userId', code: 'validation.too-many', params: { max, what: 'shared-projects' } }],
      });
    for (const more of [
      { ...facts(manager), sharedProjects: max - 1 },
      { ...facts(admin), sharedProjects: max },
    ]) {
      given(projectDecider, inIt)
        .when(add, more)
        .thenEvents({
          type: 'MemberAdded',
          data: { projectId, userId: add.userId, permission: add.permission, notification: add.notification },
        });
    }
  });

  test('are in 5,000 projects at most; nobody creates one more either', () => {
    const { max } = limits.projects;
    const full = { ...facts(manager), projectsOf: max };
    given(projectDecider, inIt)
      .when(add, full)
      .thenRefused('validation.too-many', {
        errors: [{ path: 'userId', code: 'validation.too-many', params: { max, what: 'projects' } }],
      });
    given(projectDecider, inIt)
      .when(add, { ...full, projectsOf: max - 1 })
      .thenEvents({
        type: 'MemberAdded',
        data: { projectId, userId: add.userId, permission: add.permission, notification: add.notification },
      });
    given(projectDecider, [])
      .when({ type: 'create', projectId, project: { name: 'Nový e-shop' } }, full)
      .thenRefused('validation.too-many');
  });

  test('are changed by those who manage the project', () => {
    const change = { type: 'changeMember', userId: idOf(editor), permission: 'manage' } as const;
    given(projectDecider, inIt)
      .when(change, facts(manager))
      .thenEvents({
        type: 'MemberChanged',
        data: {
          projectId,
          userId: idOf(editor),
          from: { permission: 'edit', notification: 'all' },
          to: { permission: 'manage', notification: 'all' },
        },
      });
    given(projectDecider, inIt).when(change, facts(editor)).thenRefused('project.forbidden');
    given(projectDecider, inIt)
      .when({ ...change, permission: 'edit' }, facts(manager))
      .thenNothing();
  });

  test('choose themselves what they are told, and nothing more', () => {
    const own = { type: 'changeMember', userId: idOf(viewer), notification: 'none' } as const;
    given(projectDecider, inIt)
      .when(own, facts(viewer))
      .thenEvents({
        type: 'MemberChanged',
        data: {
          projectId,
          userId: idOf(viewer),
          from: { permission: 'view', notification: 'all' },
          to: { permission: 'view', notification: 'none' },
        },
      });
    given(projectDecider, inIt)
      .when({ ...own, permission: 'edit' }, facts(viewer))
      .thenRefused('project.forbidden');
    given(projectDecider, inIt)
      .when({ ...own, userId: idOf(editor) }, facts(viewer))
      .thenRefused('project.forbidden');
  });

  test('leave, or are taken out by those who manage the project', () => {
    const gone = { type: 'MemberRemoved', data: { projectId, userId: idOf(viewer) } } as const;
    const remove = { type: 'removeMember', userId: idOf(viewer) } as const;
    given(projectDecider, inIt).when(remove, facts(viewer)).thenEvents(gone);
    given(projectDecider, inIt).when(remove, facts(manager)).thenEvents(gone);
    given(projectDecider, inIt).when(remove, facts(editor)).thenRefused('project.forbidden');
    given(projectDecider, inIt).when(remove, facts(auditor)).thenRefused('task.auditor');
  });

  test('who are none are not found, whoever asks', () => {
    for (const actor of [manager, viewer]) {
      given(projectDecider, inIt)
        .when({ type: 'removeMember', userId: 99 }, facts(actor))
        .thenRefused('project.member.not-there');
      given(projectDecider, inIt)
        .when({ type: 'changeMember', userId: 99, permission: 'view' }, facts(actor))
        .thenRefused('project.member.not-there');
    }
  });

  test('always keep one who manages', () => {
    const demote = { type: 'changeMember', userId: idOf(manager), permission: 'edit' } as const;
    const leave = { type: 'removeMember', userId: idOf(manager) } as const;
    for (const actor of [manager, admin]) {
      given(projectDecider, inIt).when(demote, facts(actor)).thenRefused('project.last-manage');
      given(projectDecider, inIt).when(leave, facts(actor)).thenRefused('project.last-manage');
    }
    given(projectDecider, inIt)
      .when({ type: 'changeMember', userId: idOf(manager), notification: 'none' }, facts(manager))
      .thenEvents({
        type: 'MemberChanged',
        data: {
          projectId,
          userId: idOf(manager),
          from: { permission: 'manage', notification: 'all' },
          to: { permission: 'manage', notification: 'none' },
        },
      });
    given(projectDecider, withTwo)
      .when(leave, facts(manager))
      .thenEvents({ type: 'MemberRemoved', data: { projectId, userId: idOf(manager) } });
    const others = given(projectDecider, withTwo);
    const allAway = { ...facts(manager), unable: [colleague, idOf(editor), idOf(viewer), idOf(contractor)] };
    others.when(leave, allAway).thenRefused('project.last-manage');
    others.when(demote, allAway).thenRefused('project.last-manage');
  });
});

test('says who may do what, by the code of the refusal', () => {
  const can = (actor: ProjectFacts['actor'], active = true) => canOfProject({ id: projectId, active }, actor);
  const no = 'project.forbidden';
  expect(can(manager)).toEqual({ edit: true, members: true, boards: true, tasks: true, leave: true });
  expect(can(editor)).toEqual({ edit: no, members: no, boards: true, tasks: true, leave: true });
  expect(can(viewer)).toEqual({ edit: no, members: no, boards: no, tasks: no, leave: true });
  expect(can(admin)).toEqual({ edit: true, members: true, boards: true, tasks: true, leave: no });
  expect(can(editor, false)).toMatchObject({ boards: true, tasks: 'project.inactive' });
  expect(new Set(Object.values(can(auditor)))).toEqual(new Set(['task.auditor']));
});

test('folds every event, and counts it', () => {
  const all = Object.values(projectSamples) as ProjectEvent[];
  const project = all.reduce<Project | null>(projectDecider.evolve, null);
  expect(project).toEqual({
    id: 5,
    revision: all.length,
    name: 'Nový obchod',
    description: '<p>Převod obchodu.</p>',
    externalTicketSystemUrl: null,
    finishDate: null,
    active: false,
    contracts: [],
    members: [],
  });
  const before = all.slice(0, 3).reduce<Project | null>(projectDecider.evolve, null);
  expect(before!.members).toEqual([{ userId: 2, permission: 'manage', notification: 'mine' }]);
  for (const event of all) expect(projectDecider.evolve(null, event) === null).toBe(event.type !== 'ProjectCreated');
});
