import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const textOf = (path: string) => readFileSync(join(root, path), 'utf8');
const isForeign = (path: string) =>
  /^apps\/(bench|demo)\/|\/testing\/|\.(spec|contract|samples|reference)\.[jt]s/.test(path);

describe('what is delivered', () => {
  const folder = mkdtempSync(join(tmpdir(), 'gos-delivered-'));
  let emitted: string[];

  beforeAll(() => {
    const config = join(folder, 'tsconfig.json');
    const { compilerOptions } = JSON.parse(textOf('tsconfig.build.json'));
    const elsewhere = {
      extends: join(root, 'tsconfig.base.json'),
      compilerOptions: { ...compilerOptions, outDir: join(folder, 'dist') },
    };
    writeFileSync(config, JSON.stringify(elsewhere));
    const nest = join(root, 'node_modules/@nestjs/cli/bin/nest.js');
    const built = spawnSync(process.execPath, [nest, 'build', 'backend', '--path', relative(root, config)], {
      cwd: root,
      encoding: 'utf8',
      env: { ...process.env, NODE_OPTIONS: '' },
    });
    if (built.status !== 0) throw new Error(`${built.stdout}${built.stderr}`);
    emitted = readdirSync(join(folder, 'dist'), { recursive: true, encoding: 'utf8' }).filter((path) =>
      path.endsWith('.js'),
    );
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** All built files that a program loads, now or later. */
  function loadedBy(...programs: readonly string[]): Set<string> {
    const loaded = new Set(programs);
    for (const path of loaded) {
      const file = join(folder, 'dist', path);
      for (const [, from] of readFileSync(file, 'utf8').matchAll(
        /(?:\bfrom|\bimport\(|\bimport) ?["'](\.[^"']+)["']/g,
      )) {
        loaded.add(relative(join(folder, 'dist'), join(dirname(file), from!)));
      }
    }
    return loaded;
  }

  it('is built without bench, demo and what belongs to tests', () => {
    expect(emitted).toContain('apps/backend/src/main.js');
    expect(emitted.length).toBeGreaterThan(200);
    expect(emitted.filter(isForeign)).toEqual([]);
  });

  it('loads nothing that is not built', () => {
    const loaded = loadedBy('apps/backend/src/main.js', 'apps/backend/src/cli/main.js');
    expect([...loaded]).toEqual(
      expect.arrayContaining([
        'apps/backend/src/stores/event-log/eventstoredb.event-log.js',
        'apps/backend/src/cli/moving.js',
        'libs/domain/src/index.js',
      ]),
    );
    expect([...loaded].filter((path) => isForeign(path) || !emitted.includes(path))).toEqual([]);
  });

  it('is a bundle that loads few files, and no driver of a server that no setting names', () => {
    const list = join(folder, 'loaded');
    const hook = `import { appendFileSync } from 'node:fs';
      const note = (url) => appendFileSync(${JSON.stringify(list)}, url + '\\n');`;
    const load = `${hook} export const load = (url, context, next) => { note(url); return next(url, context); };`;
    const inData = (code: string) => `data:text/javascript,${encodeURIComponent(code)}`;
    const preloaded = `${hook} import { createRequire, register } from 'node:module';
      register(${JSON.stringify(inData(load))});
      process.on('exit', () => Object.keys(createRequire(${JSON.stringify(import.meta.url)}).cache).forEach(note));`;
    const program = join(root, 'dist/apps/backend/src/cli/main.js');
    const ran = spawnSync(process.execPath, ['--import', inData(preloaded), program, 'lag'], {
      encoding: 'utf8',
      env: { PATH: process.env.PATH, NODE_ENV: 'production', GOS_DATA_DIR: join(folder, 'data') },
    });
    expect(ran).toMatchObject({ status: 0, stdout: expect.stringContaining('the read models are kept') });
    const loaded = [...new Set(readFileSync(list, 'utf8').split('\n'))].filter((url) => !url.startsWith('node:'));
    const packages = new Set(loaded.map((url) => /\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(url)?.[1] ?? 'gos'));
    expect([...packages]).toEqual(expect.arrayContaining(['gos', 'argon2']));
    const drivers =
      /^(mongodb|bson|ioredis|bullmq|nodemailer|sharp|date-holidays|@(aws-sdk|grpc|eventstore|bull-board)\/.*)$/;
    expect([...packages].filter((name) => drivers.test(name))).toEqual([]);
    // They bundle some three thousand modules.
    expect(loaded.length).toBeLessThan(150);
  });

  it('reaches the image by the same build, from sources without bench and demo', () => {
    const dockerfile = textOf('Dockerfile');
    expect(dockerfile).toMatch(/^COPY \. \.\nRUN npm run build$/m);
    expect(JSON.parse(textOf('package.json')).scripts.build).toBe('node scripts/build.mjs');
    expect(dockerfile.match(/^COPY --from=build .*$/gm)).toEqual([
      'COPY --from=build /app/dist/apps dist/apps',
      'COPY --from=build /app/dist/frontend dist/frontend',
    ]);
    const tools = ['apps/bench/src', 'apps/demo/src', 'apps/eventstoredb/src'];
    const ignored = textOf('.dockerignore').split('\n');
    expect(ignored).toEqual(expect.arrayContaining([...tools, '**/testing', '**/*.contract.ts']));
    for (const path of tools) expect(existsSync(join(root, path))).toBe(true);
  });
});
