import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { chromiumPath, type Loaded, openPages } from './browser';
import { bundleOf, root } from './bundle';
import { type Figure, figure, type Section } from './figures';
import { builtPages, withScreens } from './screens';
import type { Setting } from './setting';

const built = join(root, 'dist/frontend');
const title = 'What a page loads until it can be used, gzipped, with an empty cache';
const routes = [
  '/login',
  '/tasks',
  '/tasks?taskId=1',
  '/tasks/new',
  '/tasks/search',
  '/tasks/calendar',
  '/tasks/projects',
  '/tasks/project/1',
  '/tasks/project/1/board/1',
  '/tasks/project/1/statistics',
];

/** Measures the programs and styles that a browser loads for a page, compared with React alone. */
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

const isAnswer = ({ path }: Loaded) => path.startsWith('/api/') || path === '/config.js';
const isFont = ({ path }: Loaded) => path.endsWith('.woff2');
const sizeOf = (files: readonly Loaded[]) => files.reduce((sum, { path, bytes }) => sum + gzipped(path, bytes), 0);

function inBrowser(setting: Setting): Promise<PageSize[]> {
  return withScreens(setting, 'pages', async ({ origin, cookies }) => {
    const pages = routes.map((path) => ({ path, cookies: path === '/login' ? {} : cookies }));
    const loads = await openPages(origin, pages);
    return loads.map(({ loaded, whenIdle }, index) => {
      const own = loaded.filter((file) => !isAnswer(file) && !isFont(file));
      const answers = loaded.filter(isAnswer);
      const answered = answers.reduce((sum, { bytes }) => sum + bytes, 0);
      return {
        path: routes[index]!,
        bytes: sizeOf(own),
        note: [
          `${own.length} files`,
          `fonts ${kilobytes(sizeOf(loaded.filter(isFont)))}`,
          `${answers.length} answers of ${kilobytes(answered)}`,
          `when idle ${kilobytes(sizeOf(whenIdle.filter((file) => !isAnswer(file))))} more`,
        ].join(', '),
      };
    });
  });
}

const kilobytes = (bytes: number) => `${(bytes / 1_000).toFixed(1)} kB`;

function gzipped(path: string, loadedBytes: number): number {
  const file = join(built, /\.\w+$/.test(path) ? path : 'index.html');
  if (existsSync(`${file}.gz`)) return statSync(`${file}.gz`).size;
  return existsSync(file) ? statSync(file).size : loadedBytes;
}

/** Without a browser: files that the page itself names. Chunks of the route are not among them. */
function fromFiles(): PageSize[] {
  const page = readFileSync(builtPages, 'utf8');
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

async function reactAlone(): Promise<number> {
  const code = "import { createRoot } from 'react-dom/client'; createRoot(document.body).render(null);";
  return gzipSync(await bundleOf(code), { level: 9 }).length;
}
