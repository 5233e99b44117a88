import type { AdminOverview } from '@gos/contract';

const fine = { ok: true, needed: true, reason: null, remedy: null, fault: null } as const;

/** An installation where all is well. */
export const calm: AdminOverview = {
  ready: true,
  parts: [
    { part: 'event-log', ...fine, store: 'eventstoredb' },
    { part: 'read-models', ...fine, store: 'mongodb' },
    { part: 'documents', ...fine, store: 'mongodb' },
    { part: 'accounts', ...fine, store: 'mongodb' },
    { part: 'claims', ...fine, store: 'mongodb' },
    { part: 'jobs', ...fine, needed: false, store: 'redis' },
    { part: 'files', ...fine, needed: false, store: 'folder' },
  ],
  processes: [
    {
      id: 'a',
      role: 'api',
      version: '0.1.0',
      host: 'gos-api',
      pid: 11,
      since: '2026-11-21T08:00:00Z',
      leads: false,
      answers: true,
    },
    {
      id: 'b',
      role: 'projector',
      version: '0.1.0',
      host: 'gos-projector',
      pid: 12,
      since: '2026-11-20T08:00:00Z',
      leads: true,
      answers: false,
    },
  ],
  lag: { events: 0, seconds: 0, caughtUp: true },
  models: [
    { name: 'task', build: 3, caughtUp: true },
    { name: 'something-new', build: 1, caughtUp: true },
  ],
  setAside: [],
  setAsideEvents: 0,
  building: null,
  rebuild: null,
  queues: [
    {
      name: 'letters',
      waiting: 4,
      active: 1,
      delayed: 2,
      dead: 3,
      paused: false,
      failing: { id: 'a', reason: '451 later', attempts: 2, nextAt: '2026-11-20T10:00:00.000Z' },
    },
    { name: 'maintenance', waiting: 0, active: 0, delayed: 1, dead: 0, paused: false, failing: null },
  ],
  queuesPage: true,
  proof: { events: 1_204, behind: 0, checkpoint: { size: 1_200, at: '2026-11-21T08:00:00Z' }, refused: false },
  selfCheck: {
    running: false,
    endedAt: '2026-11-21T03:41:00Z',
    heldAt: '2026-11-21T03:41:00Z',
    compared: 5_210,
    setAside: 0,
    differing: 0,
    different: [],
  },
  misfit: null,
  withoutAccount: { count: 0, first: [] },
  untrustedProxies: [],
};
