// `node scripts/start-test.mjs`: runs `npm start` and `npm run demo` on a clean checkout as a reader of the README would. Each must answer,
// sign a person in and end when it is stopped. The bench must load. Prints `N passed, N failed`.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { root } from './processes.mjs';

const startMs = 300_000;
const stopMs = 30_000;

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}

/** Starts npm in a process group of its own, so that a failed run leaves nothing behind. */
async function withStarted(args, use) {
  const port = await freePort();
  const child = spawn('npm', args, { cwd: root, env: { ...process.env, PORT: String(port) }, detached: true });
  const exited = once(child, 'exit');
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  const printed = async (text) => {
    for (const end = Date.now() + startMs; !output.includes(text); await sleep(100)) {
      if (child.exitCode !== null) throw new Error(`it ended with ${child.exitCode} before it printed "${text}"`);
      if (Date.now() > end) throw new Error(`it did not print "${text}" within ${startMs / 1_000} s`);
    }
  };
  try {
    await printed('Gos is running at');
    await use({ origin: `http://localhost:${port}`, output: () => output, printed });
    child.kill('SIGTERM');
    const ended = await Promise.race([exited, sleep(stopMs, undefined, { ref: false })]);
    if (ended === undefined) throw new Error(`it did not end within ${stopMs / 1_000} s`);
    await sleep(500);
    if (await fetch(`http://localhost:${port}/`).catch(() => undefined)) throw new Error('it answers after its end');
  } catch (error) {
    throw new Error(`${error.message}\n${output}`);
  } finally {
    try {
      process.kill(-child.pid, 'SIGKILL');
    } catch {
      // Every process of the group has ended.
    }
  }
}

async function expectAnswer(url, status, options) {
  const answer = await fetch(url, options);
  const body = await answer.text();
  if (answer.status !== status) throw new Error(`${url} answered ${answer.status} instead of ${status}: ${body}`);
  return body;
}

const post = (body) => ({
  method: 'POST',
  headers: { 'Content-Type': 'application/json', 'X-Requested-With': 'gos' },
  body: JSON.stringify(body),
});

async function expectPages(origin) {
  await expectAnswer(`${origin}/api/health/ready`, 200);
  const page = await expectAnswer(`${origin}/`, 200);
  const [, script] = /<script[^>]+src="(\/assets\/[^"]+)"/.exec(page) ?? [];
  if (!script) throw new Error(`the page loads no script: ${page}`);
  await expectAnswer(origin + script, 200);
}

const tests = {
  'npm start': {
    folder: 'data',
    run: () =>
      withStarted(['start'], async ({ origin, printed }) => {
        await expectPages(origin);
        await printed('Nobody has registered yet');
        const password = 'correct horse battery';
        const person = { name: 'Karla', email: 'karla@example.com', password, passwordRepeat: password };
        await expectAnswer(`${origin}/api/auth/register`, 201, post(person));
      }),
  },
  'npm run demo': {
    folder: 'data-demo',
    run: () =>
      withStarted(['run', 'demo'], async ({ origin, output }) => {
        await expectPages(origin);
        const [, password, email] = /Sign in with the password (.+) as\s+(\S+@\S+)/.exec(output()) ?? [];
        if (!email) throw new Error('no sign-in was printed');
        await expectAnswer(`${origin}/api/auth/login`, 200, post({ email, password }));
      }),
  },
  'npm run bench': {
    run: async () => {
      const { stdout, stderr } = spawnSync('npm', ['run', 'bench', '--', '--only', 'none'], {
        cwd: root,
        encoding: 'utf8',
      });
      const output = stdout + stderr;
      if (!output.includes('There is no section "none": commands, ')) throw new Error(`it did not load: ${output}`);
    },
  },
};

let failed = 0;
for (const [name, { folder, run }] of Object.entries(tests)) {
  try {
    if (folder && existsSync(join(root, folder)))
      throw new Error(`"${folder}" exists: this test needs a clean checkout`);
    const started = Date.now();
    await run().finally(() => folder && rmSync(join(root, folder), { recursive: true, force: true }));
    process.stdout.write(`ok: ${name} in ${((Date.now() - started) / 1_000).toFixed(0)} s\n`);
  } catch (error) {
    failed++;
    process.stdout.write(`failed: ${name}: ${error.message}\n`);
  }
}
process.stdout.write(`\n${Object.keys(tests).length - failed} passed, ${failed} failed\n`);
process.exitCode = failed > 0 ? 1 : 0;
