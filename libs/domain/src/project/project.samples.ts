import type { Samples } from '../kernel/events';
import type { ProjectEvent } from './project';

/** One realistic event of each type; an event type without a sample does not compile. People: 1 manages, 2 joins and leaves. */
export const projectSamples = {
  ProjectCreated: {
    type: 'ProjectCreated',
    data: {
      projectId: 5,
      name: 'Nový e-shop',
      description: '<p>Převod obchodu na <strong>novou</strong> platformu.</p>',
      externalTicketSystemUrl: 'https://tickets.example.com/eshop',
      finishDate: '2027-03-31',
      active: true,
      contracts: [{ contractId: '2026/114', name: 'Rámcová smlouva', client: 'Novákovy závody' }],
    },
  },
  MemberAdded: {
    type: 'MemberAdded',
    data: { projectId: 5, userId: 2, permission: 'edit', notification: 'all' },
  },
  MemberChanged: {
    type: 'MemberChanged',
    data: {
      projectId: 5,
      userId: 2,
      from: { permission: 'edit', notification: 'all' },
      to: { permission: 'manage', notification: 'mine' },
    },
  },
  ProjectEdited: {
    type: 'ProjectEdited',
    data: {
      changes: [
        { field: 'name', from: 'Nový e-shop', to: 'Nový obchod' },
        { field: 'description', to: '<p>Převod obchodu.</p>' },
        { field: 'externalTicketSystemUrl', from: 'https://tickets.example.com/eshop', to: null },
        { field: 'finishDate', from: '2027-03-31', to: null },
        { field: 'active', from: true, to: false },
        {
          field: 'contracts',
          from: [{ contractId: '2026/114', name: 'Rámcová smlouva', client: 'Novákovy závody' }],
          to: [],
        },
      ],
    },
  },
  MemberRemoved: { type: 'MemberRemoved', data: { projectId: 5, userId: 2 } },
  ActionUndone: {
    type: 'ActionUndone',
    data: { eventId: '7c0e4a52-1f0b-4c6e-9a55-0d3f4b1c2e99', event: 'ProjectEdited', revisions: [1], restores: {} },
  },
} satisfies Samples<ProjectEvent>;
