import { performance } from 'node:perf_hooks';
import { Chance } from '../../backend/src/testing/chance';
import { percentile } from './figures';
import { connect, heard } from './socket-load';

export interface BoardLoad {
  readonly origin: string;
  /** Cookie headers of the acting person and of the person whose screen is watched. */
  readonly acting: string;
  readonly watching: string;
  readonly projectId: number;
  /** The tasks of two boards in their order; tasks are dragged on the first. */
  readonly boards: readonly [BoardTasks, BoardTasks];
  readonly rounds: number;
}
export interface BoardTasks {
  readonly boardId: number;
  readonly tasks: readonly number[];
}

export interface Settled {
  readonly p50: number;
  readonly p99: number;
  readonly lost: number;
}

/** One change after the other, of three kinds in turn, each awaited on another person's screen. */
export async function boardLoad(load: BoardLoad): Promise<Record<'edit' | 'reorder' | 'move', Settled>> {
  const { origin, acting, projectId, boards } = load;
  const [screen, own] = [await connect(origin, load.watching), await connect(origin, acting)];
  const chance = new Chance(5);
  const here = [...boards[0].tasks];
  const { boardId } = boards[0];
  const away = boards[1].boardId;
  const kinds = {
    edit: (round: number) => send(chance.of(here), 'PATCH', '', { priority: 1 + (round % 10) }),
    reorder: () => {
      const [taskId, beforeId] = two(here, chance);
      here.splice(here.indexOf(taskId), 1);
      here.splice(here.indexOf(beforeId), 0, taskId);
      return send(taskId, 'POST', '/move', { projectId, boardId, beforeId });
    },
    /** To the other board and, in the next round, back. */
    move: (round: number) => {
      if (round % 2 === 0) {
        const taskId = chance.of(here);
        here.splice(here.indexOf(taskId), 1);
        gone.push(taskId);
        return send(taskId, 'POST', '/move', { projectId, boardId: away, beforeId: null });
      }
      const taskId = gone.pop()!;
      const beforeId = chance.of(here);
      here.splice(here.indexOf(beforeId), 0, taskId);
      return send(taskId, 'POST', '/move', { projectId, boardId, beforeId });
    },
  };
  const gone: number[] = [];
  const measured = { edit: [] as number[], reorder: [] as number[], move: [] as number[] };
  const lost = { edit: 0, reorder: 0, move: 0 };

  async function send(taskId: number, method: string, action: string, body: object): Promise<number | null> {
    const arriving = heard(screen, taskId);
    const started = performance.now();
    const answer = await fetch(`${origin}/api/tasks/${taskId}${action}`, {
      method,
      headers: { cookie: acting, 'content-type': 'application/json', 'x-requested-with': 'gos' },
      body: JSON.stringify(body),
    });
    const said = await answer.text();
    if (answer.status > 201) throw new Error(`${method} ${action} was answered with ${answer.status}: ${said}`);
    const arrived = await arriving;
    return arrived === null ? null : arrived - started;
  }

  for (let round = -10; round < load.rounds; round++) {
    for (const kind of ['edit', 'reorder', 'move'] as const) {
      const milliseconds = await kinds[kind](round + 10);
      if (milliseconds === null) lost[kind]++;
      else if (round >= 0) measured[kind].push(milliseconds);
    }
  }
  screen.close();
  own.close();
  const settled = (kind: keyof typeof measured): Settled => ({
    p50: percentile(measured[kind], 0.5),
    p99: percentile(measured[kind], 0.99),
    lost: lost[kind],
  });
  return { edit: settled('edit'), reorder: settled('reorder'), move: settled('move') };
}

function two(of: readonly number[], chance: Chance): [number, number] {
  const first = chance.of(of);
  const rest = of.filter((id) => id !== first && id !== of[of.indexOf(first) + 1]);
  return [first, chance.of(rest)];
}
