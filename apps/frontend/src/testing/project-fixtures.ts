import type { MemberAnswer, ProjectAnswer } from '@gos/contract';
import { canOfProject, type GlobalRole } from '@gos/domain';
import { jan } from './server';

export const me = { id: jan.id, name: jan.name };
export const karla = { id: 2, name: 'Karla Svobodová' };
export const petr = { id: 4, name: 'Petr Dvořák' };

export const aMember = (given: Partial<MemberAnswer> = {}): MemberAnswer => ({
  user: me,
  permission: 'manage',
  notification: 'all',
  ...given,
});

/** A project with the rights that the domain gives the reader, a plain member of the company. */
export function aProject(given: Partial<ProjectAnswer> = {}, role: GlobalRole = 'member'): ProjectAnswer {
  const project = {
    id: 5,
    name: 'Orlice 2.0',
    description: '<p>Sklad bez papírů</p>',
    externalTicketSystemUrl: 'https://tickets.example.cz/orlice',
    finishDate: '2027-03-31',
    active: true,
    contracts: [{ contractId: 'KS-2026-014', name: 'Evidence', client: 'Orlice a.s.' }],
    members: [aMember(), aMember({ user: karla, permission: 'edit', notification: 'mine' })],
    revision: 3,
    ...given,
  };
  const own = project.members.find(({ user }) => user.id === me.id);
  const actor = { id: me.id, role, projects: own ? { [project.id]: own.permission } : {} };
  return { ...project, can: canOfProject(project, actor), ...given };
}
