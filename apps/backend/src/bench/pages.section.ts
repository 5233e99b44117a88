import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { chromiumPath, openPages } from './browser';
import { type Figure, figure, type Section } from './figures';
import { inOwnProcess } from './own-process';
import { GosServer } from './server';
import type { Setting } from './setting';

/** Of the compiled file: dist/apps/backend/src/bench. */
const root = fileURLToPath(new URL('../../../../../', import.meta.url));
const built = join(root, 'dist/frontend');
export const builtPages = join(built, 'index.html');
const title = 'First load of a page, gzipped, with an empty cache';

/** What a browser loads until a page stands, beside React alone. */
export async function measurePages(setting: Setting): Promise<Section> {
  if (!existsSync(builtPages)) {
    return { name: 'pages', title, figures: [], profiles: [], skipped: 'the front end is not built' };
  }
  const baseline = { name: 'React and React DOM alone, drawing nothing', value: (await reactAlone()) / 1_000 };
  const pages = chromiumPath() === undefined ? fromFiles() : await inBrowser(setting);
  return {
    name: 'pages',
    title,
    figures: pages.map(({ path, bytes, note }) => figure(path, bytes / 1_000, 'kB', baseline, note)),
    profiles: [],
  };
}

interface PageSize {
  readonly path: string;
  readonly bytes: number;
  readonly note: Figure['note'];
}

async function inBrowser(setting: Setting): Promise<PageSize[]> {
  const folder = setting.path('pages');
  await inOwnProcess('seedWorld', { folder, tasks: 1_000, people: 20 });
  const cookies = await inOwnProcess('signIn', { folder, people: 2 });
  const server = await GosServer.start(folder);
  try {
    const signedIn = signedInCookies(cookies.get(2)!);
    const loads = await openPages(server.origin, [
      { path: '/login', cookies: {} },
      { path: '/tasks', cookies: signedIn },
    ]);
    return loads.map(({ loaded, milliseconds }, index) => {
      const files = loaded.filter(({ path }) => !path.startsWith('/api/') && path !== '/config.js');
      const answers = loaded.filter(({ path }) => path.startsWith('/api/'));
      const wire = files.reduce((sum, { bytes }) => sum + bytes, 0);
      return {
        path: index === 0 ? '/login' : '/tasks',
        bytes: files.reduce((sum, { path, bytes }) => sum + gzipped(path, bytes), 0),
        note: `${kinds(files)}; ${kilobytes(wire)} as the browser got them (Brotli); ${answers.length} answers of ${kilobytes(
          answers.reduce((sum, { bytes }) => sum + bytes, 0),
        )}; idle after ${Math.round(milliseconds)} ms`,
      };
    });
  } finally {
    await server.stop();
  }
}

/** With those by which the browser knows that it is signed in. */
export function signedInCookies(cookie: string): Readonly<Record<string, string>> {
  const soon = String(Date.now() + 10 * 60_000);
  const [name = '', value = ''] = cookie.split('=');
  return { [name]: value, accessExpiration: soon, refreshExpiration: soon };
}

const kilobytes = (bytes: number) => `${(bytes / 1_000).toFixed(1)} kB`;

function gzipped(path: string, loadedBytes: number): number {
  const file = join(built, path.includes('.') ? path : 'index.html');
  if (existsSync(`${file}.gz`)) return statSync(`${file}.gz`).size;
  return existsSync(file) ? statSync(file).size : loadedBytes;
}

function kinds(files: readonly { readonly path: string; readonly bytes: number }[]): string {
  const sums = new Map<string, number>();
  for (const { path, bytes } of files) {
    const kind = /\.(\w+)$/.exec(path)?.[1] ?? 'html';
    sums.set(kind, (sums.get(kind) ?? 0) + gzipped(path, bytes));
  }
  return [...sums]
    .sort(([, a], [, b]) => b - a)
    .map(([kind, bytes]) => `${kind} ${kilobytes(bytes)}`)
    .join(', ');
}

/** Without a browser: what the page names itself. Chunks of the route are not among them. */
function fromFiles(): PageSize[] {
  const page = readFileSync(join(built, 'index.html'), 'utf8');
  const named = [...page.matchAll(/(?:src|href)="\/(assets\/[^"]+\.(?:js|css))"/g)].map(([, path]) => path!);
  const bytes = ['index.html', ...new Set(named)].reduce((sum, path) => sum + gzipped(path, 0), 0);
  return [
    {
      path: '/login and /tasks without their own chunks',
      bytes,
      note: 'no Chromium was found, so nothing was really loaded',
    },
  ];
}

interface Bundle {
  readonly output: readonly { readonly code?: string }[];
}
type Build = (options: object) => Promise<Bundle | readonly Bundle[]>;

async function reactAlone(): Promise<number> {
  const { build } = (await import(pathToFileURL(join(root, 'node_modules/vite/dist/node/index.js')).href)) as {
    build: Build;
  };
  const entry = 'virtual:react-alone';
  const code = "import { createRoot } from 'react-dom/client'; createRoot(document.body).render(null);";
  const bundled = await build({
    root: join(root, 'apps/frontend'),
    configFile: false,
    logLevel: 'silent',
    publicDir: false,
    plugins: [
      {
        name: 'react-alone',
        resolveId: (id: string) => (id === entry ? join(root, 'apps/frontend/react-alone.js') : null),
        load: (id: string) => (id.endsWith('/react-alone.js') ? code : null),
      },
    ],
    build: { write: false, rollupOptions: { input: entry } },
  });
  const bundles = (Array.isArray(bundled) ? bundled : [bundled]) as readonly Bundle[];
  const text = bundles.flatMap(({ output }) => output.map((chunk) => chunk.code ?? '')).join('');
  return gzipSync(text, { level: 9 }).length;
}
