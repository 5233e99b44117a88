import { existsSync } from 'node:fs';
import { chromiumPath, openUntil } from './browser';
import { type Figure, figure, percentile, type Section } from './figures';
import { inOwnProcess } from './own-process';
import { builtPages, signedInCookies } from './screens';
import { GosServer } from './server';
import type { Setting } from './setting';

const many = 500;
const few = 50;
const people = 20;
const [managerId, solverId] = [2, 3];
const link = 'a[href*="taskId="]';

/** Measures a board with many tasks: until a browser shows it, and until a dragged task shows on another person's screen. */
export async function measureBoards(setting: Setting): Promise<Section> {
  const folder = setting.path('boards');
  const members = Array.from({ length: people - 1 }, (_, index) => index + 2);
  const project = { managerId, solverId, members, boards: [many, few] };
  await inOwnProcess('seedBoards', { folder, people, projects: [project] });
  const cookies = await inOwnProcess('signIn', { folder, people });
  const server = await GosServer.start(folder);
  try {
    const numbered = (first: number, count: number) => Array.from({ length: count }, (_, index) => first + index);
    const settled = await inOwnProcess('boardLoad', {
      origin: server.origin,
      acting: cookies.get(managerId)!,
      watching: cookies.get(solverId)!,
      projectId: 1,
      boards: [
        { boardId: 1, tasks: numbered(1, many) },
        { boardId: 2, tasks: numbered(many + 1, few) },
      ],
      rounds: setting.options.quick ? 50 : 300,
    });
    const figures = await opened(setting, server.origin, cookies.get(solverId)!);
    for (const [name, { p50, p99, lost }] of [
      ['put elsewhere within the board', settled.reorder],
      ['put on another board', settled.move],
    ] as const) {
      const edit = (value: number) => ({ name: 'the priority of a task of the board edited', value });
      const note = lost > 0 ? `${lost} did not arrive` : undefined;
      figures.push(figure(`${name}, to the other's screen, p50`, p50, 'ms', edit(settled.edit.p50), note));
      figures.push(figure(`${name}, to the other's screen, p99`, p99, 'ms', edit(settled.edit.p99)));
    }
    return { name: 'boards', title: `A board of ${many} tasks`, figures, profiles: [] };
  } finally {
    await server.stop();
  }
}

async function opened(setting: Setting, origin: string, cookie: string): Promise<Figure[]> {
  if (chromiumPath() === undefined || !existsSync(builtPages)) return [];
  const cookies = signedInCookies(cookie);
  const pages = [
    { path: '/tasks', cookies, selector: link, count: 25 },
    { path: '/tasks/project/1', cookies, selector: link, count: 1 },
    { path: '/tasks/project/1', cookies, selector: link, count: many },
    { path: '/tasks/project/1/board/1', cookies, selector: link, count: 1 },
  ];
  const times = await openUntil(origin, pages, setting.options.quick ? 3 : 7);
  const [list, ...others] = times.map((ones) => percentile(ones, 0.5));
  const baseline = { name: 'the list of 25 of the same tasks to complete, opened in the same browser', value: list! };
  return [
    figure('dashboard opened until its first tasks can be used', others[0]!, 'ms', baseline),
    figure(`dashboard opened until all ${many} tasks stand`, others[1]!, 'ms', baseline),
    figure("the board's own view opened until it can be used", others[2]!, 'ms', baseline),
  ];
}
