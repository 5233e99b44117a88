import { type Figure, figure, percentile, type Section } from './figures';
import { inOwnProcess } from './own-process';
import type { Removed } from './removal-load';
import { GosServer } from './server';
import type { Setting } from './setting';

const [managerId, solverId] = [2, 3];
const each = 5;

/** Measures the removal of a person from ever larger projects: until their lists have none of it, and until their screen knows. */
export async function measureVisibility(setting: Setting): Promise<Section> {
  const folder = setting.path('visibility');
  const sizes = setting.options.quick ? [10, 100, 1_000] : [100, 1_000, 10_000];
  // People who are in one project only: one leaves while documents are counted, one warms the server, five count.
  const leaving = sizes.map((_, index) => Array.from({ length: each + 2 }, (_, n) => 4 + index * (each + 2) + n));
  const people = 3 + sizes.length * (each + 2);
  const projects = sizes.map((size, index) => ({ managerId, solverId, members: leaving[index]!, boards: [size] }));
  await inOwnProcess('seedBoards', { folder, people, projects });
  await inOwnProcess('catchUp', folder);
  const turn = (n: number) => leaving.map((members, index) => ({ projectId: index + 1, userId: members[n]! }));
  const documents = await inOwnProcess('removalDocuments', { folder, managerId, removals: turn(0) });
  const cookies = await inOwnProcess('signIn', { folder, people });
  const server = await GosServer.start(folder);
  try {
    const remove = (turns: number[]) =>
      inOwnProcess('removalLoad', { origin: server.origin, cookies, managerId, removals: turns.flatMap(turn) });
    await remove([1]);
    const removed = await remove(Array.from({ length: each }, (_, n) => n + 2));
    const of = (index: number) => removed.filter(({ projectId }) => projectId === index + 1);
    const wrong = removed.find(({ projectId, seen }) => seen !== sizes[projectId - 1]);
    if (wrong) throw new Error(`Person ${wrong.userId} saw ${wrong.seen} tasks of project ${wrong.projectId}`);
    const median = (index: number, what: keyof Removed) =>
      percentile(
        of(index).map((one) => one[what]),
        0.5,
      );
    const smallest = `${sizes[0]} tasks`;
    const figures: Figure[] = [
      ...(
        [
          ['gone', 'no task of it in their lists'],
          ['told', 'their screen notified'],
          ['asked', 'requested afterwards, empty'],
        ] as const
      ).flatMap(([what, name]) =>
        sizes.map((size, index) => {
          const ordinary = {
            name: "the same member's notifications changed, to the answer",
            value: median(0, 'ordinary'),
          };
          const first = { name: `the same with ${smallest}`, value: median(0, what) };
          const longest = Math.max(...of(index).map((one) => one[what]));
          const note = `the longest of ${each}: ${longest.toFixed(1)} ms`;
          const line = `project of ${size.toLocaleString('en-US')} tasks: ${name}`;
          return figure(line, median(index, what), 'ms', index === 0 ? ordinary : first, note);
        }),
      ),
      ...documents.map((count, index) =>
        figure(
          `project of ${sizes[index]!.toLocaleString('en-US')} tasks: documents written`,
          count,
          'documents',
          index === 0 ? undefined : { name: `the same with ${smallest}`, value: documents[0]! },
        ),
      ),
    ];
    return { name: 'visibility', title: 'A person removed from a project (median of five)', figures, profiles: [] };
  } finally {
    await server.stop();
  }
}
