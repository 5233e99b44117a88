import { once } from 'node:events';
import { performance } from 'node:perf_hooks';
import { projectAggregate, targetOf } from '@gos/domain';
import { CommandRunner } from '../../backend/src/engine/commands/command-runner';
import { ActiveReadModels } from '../../backend/src/engine/projections/active-read-models';
import { type AppliedBatch, appliedChannel } from '../../backend/src/engine/projections/applied';
import { Projections } from '../../backend/src/engine/projections/projections';
import { BROADCAST, type Broadcast } from '../../backend/src/stores/broadcast/broadcast';
import { withPorts } from './ports';
import { connect } from './socket-load';

export interface Removal {
  readonly projectId: number;
  readonly userId: number;
}

export interface RemovalLoad {
  readonly origin: string;
  readonly cookies: ReadonlyMap<number, string>;
  readonly managerId: number;
  readonly removals: readonly Removal[];
}

export interface Removed extends Removal {
  /** Tasks of the project in the person's lists before. */
  readonly seen: number;
  /** Milliseconds from the command to its answer, to lists without any of them, and to the notification of the open screen. */
  readonly answered: number;
  readonly gone: number;
  readonly told: number;
  /** Afterwards the list of the project's tasks alone, which is empty for the person. */
  readonly asked: number;
  /** A change of the same member's notifications, to its answer: a command on the same project that changes no right. */
  readonly ordinary: number;
}

/** Removes people from projects, one after the other, each with an open screen. */
export async function removalLoad({ origin, cookies, managerId, removals }: RemovalLoad): Promise<Removed[]> {
  const results: Removed[] = [];
  const ask = async (method: string, path: string, userId: number, body?: object) => {
    const answer = await fetch(`${origin}/api${path}`, {
      method,
      headers: {
        cookie: cookies.get(userId)!,
        'x-requested-with': 'gos',
        ...(body && { 'content-type': 'application/json' }),
      },
      body: body && JSON.stringify(body),
    });
    if (answer.status > 201) throw new Error(`${method} ${path} was answered with ${answer.status}`);
    return (await answer.json()) as { readonly total: number };
  };
  for (const { projectId, userId } of removals) {
    const socket = await connect(origin, cookies.get(userId)!);
    const member = `/projects/${projectId}/members/${userId}`;
    const list = (of = '') => ask('GET', `/tasks?list=all&pageSize=25${of}`, userId);
    const { total: seen } = await list();
    const ordinarily = performance.now();
    await ask('PATCH', member, managerId, { notification: 'none' });
    const ordinary = performance.now() - ordinarily;
    const told = once(socket as unknown as NodeJS.EventEmitter, 'resync').then(() => performance.now());
    const started = performance.now();
    await ask('DELETE', member, managerId);
    const answered = performance.now() - started;
    while ((await list()).total > 0);
    const gone = performance.now() - started;
    const toldAt = await told;
    const asking = performance.now();
    const { total: left } = await list(`&project=${projectId}`);
    if (left > 0) throw new Error(`Person ${userId} still sees ${left} tasks of project ${projectId}`);
    const asked = performance.now() - asking;
    results.push({ projectId, userId, seen, answered, gone, told: toldAt - started, asked, ordinary });
    socket.close();
  }
  return results;
}

/** Removes one person from each project and counts the documents that this writes. */
export function removalDocuments(given: {
  readonly folder: string;
  readonly managerId: number;
  readonly removals: readonly Removal[];
}): Promise<number[]> {
  return withPorts(given.folder, async ({ context }) => {
    const projections = context.get(Projections);
    const runner = context.get(CommandRunner);
    await projections.start();
    let written = 0;
    const stop = context.get<Broadcast>(BROADCAST).subscribe(appliedChannel, (message) => {
      written += (message as AppliedBatch).applied?.length ?? 0;
    });
    const counts: number[] = [];
    for (const { projectId, userId } of given.removals) {
      const actor = { id: given.managerId, role: 'member', projects: { [projectId]: 'manage' } } as const;
      written = 0;
      const { position } = await runner.run(
        targetOf(projectAggregate, projectId),
        { type: 'removeMember', body: { userId } },
        { actor, via: 'web', correlationId: 'bench' },
        () => ({ actor, nameable: [], unable: [] }),
      );
      await context.get(ActiveReadModels).waitUntilApplied(position);
      await new Promise((resolve) => setImmediate(resolve));
      counts.push(written);
    }
    stop();
    await projections.stop();
    return counts;
  });
}
