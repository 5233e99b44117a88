import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

const hooks = 20;

interface Manager {
  readonly origin: string;
  readonly cookie: string;
}

export const headersOf = ({ cookie }: Manager) => ({
  cookie,
  'content-type': 'application/json',
  'x-requested-with': 'gos',
});

/** Creates webhooks of a project with a target that accepts everything; `close` ends the target. */
export async function hookedProject(manager: Manager, projectId: number) {
  const target: Server = createServer((request, response) => {
    request.resume();
    request.on('end', () => response.writeHead(204).end());
  });
  target.listen(0, '127.0.0.1');
  await once(target, 'listening');
  const targetUrl = `http://127.0.0.1:${(target.address() as AddressInfo).port}/`;
  const ids: number[] = [];
  for (let n = 0; n < hooks; n++) {
    const answer = await fetch(`${manager.origin}/api/projects/${projectId}/webhooks`, {
      method: 'POST',
      headers: headersOf(manager),
      body: JSON.stringify({ name: `Target ${n}`, active: true, targetUrl }),
    });
    if (answer.status !== 201) throw new Error(`A webhook was answered ${answer.status}: ${await answer.text()}`);
    ids.push(((await answer.json()) as { readonly id: number }).id);
  }
  return {
    ids,
    async close() {
      for (const id of ids) {
        const path = `${manager.origin}/api/projects/${projectId}/webhooks/${id}`;
        await fetch(path, { method: 'DELETE', headers: headersOf(manager) });
      }
      target.closeAllConnections();
      target.close();
    },
  };
}

/** Creates a repeated task and edits its long template; resolves with its number. */
export async function editedRepeatedTask(manager: Manager, edits: number, characters: number): Promise<number> {
  const send = async (method: string, path: string, body: object) =>
    (
      await fetch(`${manager.origin}/api/${path}`, { method, headers: headersOf(manager), body: JSON.stringify(body) })
    ).json();
  const description = (n: number) => `<p>${`slovo${n} `.repeat(characters / 8)}</p>`;
  const made = (await send('POST', 'repeated-tasks', repeatedTask('2099-01-01T08:00:00.000Z'))) as { id?: number };
  if (made.id === undefined) throw new Error(`A repeated task was answered ${JSON.stringify(made)}`);
  for (let n = 0; n < edits; n++) {
    await send('PATCH', `repeated-tasks/${made.id}`, { template: { description: description(n) } });
  }
  return made.id;
}

export const repeatedTask = (firstDeadline: string) => ({
  name: 'Uzávěrka',
  firstDeadline,
  repeat: 'daily',
  period: 'day',
  endRepeat: 'after',
  repeatCount: 10_000,
  generateAhead: 1,
});
