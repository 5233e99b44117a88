import { performance } from 'node:perf_hooks';

export interface NotificationLoad {
  readonly origin: string;
  readonly cookies: ReadonlyMap<number, string>;
  readonly authorId: number;
  /** Each task with the members who get all notifications. */
  readonly tasks: readonly { readonly taskId: number; readonly members: readonly number[] }[];
  readonly times: number;
}

export interface Told {
  readonly taskId: number;
  /** Milliseconds from the comment to its answer, and until the last member's count includes it. */
  readonly answered: number;
  readonly counted: number;
}

/** Comments on tasks in turn, and polls a member's count until it includes the comment. */
export async function notificationLoad({ origin, cookies, authorId, tasks, times }: NotificationLoad): Promise<Told[]> {
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
    return (await answer.json()) as { readonly unread: number };
  };
  const unreadOf = async (userId: number) => (await ask('GET', '/me/notifications?pageSize=1', userId)).unread;
  const results: Told[] = [];
  for (let time = 0; time < times; time++) {
    for (const { taskId, members } of tasks) {
      const last = members.at(-1)!;
      const before = await unreadOf(last);
      const started = performance.now();
      await ask('POST', `/tasks/${taskId}/comments`, authorId, { text: `Zpráva ${time}` });
      const answered = performance.now() - started;
      while ((await unreadOf(last)) === before);
      results.push({ taskId, answered, counted: performance.now() - started });
    }
  }
  for (const { taskId, members } of tasks) {
    const counts = await Promise.all([members[0]!, members.at(-1)!].map(unreadOf));
    if (counts.some((count) => count < times))
      throw new Error(`Members of task ${taskId} have ${counts.join(', ')} notifications`);
  }
  return results;
}
