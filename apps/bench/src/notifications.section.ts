import { type Figure, figure, percentile, type Section } from './figures';
import type { Told } from './notification-load';
import { inOwnProcess } from './own-process';
import { GosServer } from './server';
import type { Setting } from './setting';

const [managerId, solverId] = [2, 3];
const each = 5;

/** Measures a comment in a project where one or many members get all notifications: until its answer, and until their counts. */
export async function measureNotifications(setting: Setting): Promise<Section> {
  const folder = setting.path('notifications');
  const sizes = setting.options.quick ? [1, 50] : [1, 500];
  const people = 3 + Math.max(...sizes);
  const projects = sizes.map((size) => ({
    managerId,
    solverId,
    members: Array.from({ length: size }, (_, n) => 4 + n),
    boards: [1],
  }));
  await inOwnProcess('seedBoards', { folder, people, projects });
  await inOwnProcess('catchUp', folder);
  const cookies = await inOwnProcess('signIn', { folder, people });
  const server = await GosServer.start(folder);
  try {
    const tasks = projects.map(({ members }, index) => ({ taskId: index + 1, members }));
    const load = (times: number) =>
      inOwnProcess('notificationLoad', { origin: server.origin, cookies, authorId: solverId, tasks, times });
    await load(2);
    const told = await load(each);
    const median = (index: number, what: keyof Told) =>
      percentile(
        told.filter(({ taskId }) => taskId === index + 1).map((one) => one[what]),
        0.5,
      );
    const figures: Figure[] = (
      [
        ['answered', 'answered'],
        ['counted', "in the last member's unread count"],
      ] as const
    ).flatMap(([what, name]) =>
      sizes.map((size, index) => {
        const first = { name: 'the same with one member', value: median(0, what) };
        return figure(`comment told to ${size}: ${name}`, median(index, what), 'ms', index === 0 ? undefined : first);
      }),
    );
    return {
      name: 'notifications',
      title: 'A comment that notifies many members (median of five)',
      figures,
      profiles: [],
    };
  } finally {
    await server.stop();
  }
}
