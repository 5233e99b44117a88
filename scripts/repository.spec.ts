import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import semver from 'semver';
import { parse } from 'yaml';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const textOf = (path: string) => readFileSync(join(root, path), 'utf8');
const all = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map((match) => match[1]!);
const packageOf = (path: string) =>
  JSON.parse(textOf(path)) as {
    readonly license: string;
    readonly description: string;
    readonly repository: string;
    readonly engines: { readonly node: string };
    readonly scripts: Readonly<Record<string, string>>;
  };

interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, unknown>>;
}

interface Job {
  readonly uses?: string;
  readonly needs?: readonly string[];
  readonly permissions?: Readonly<Record<string, string>>;
  readonly 'timeout-minutes'?: number;
  readonly strategy?: { readonly matrix: { readonly node: readonly string[] } };
  readonly steps?: readonly Step[];
}

interface Workflow {
  readonly name: string;
  readonly on: Readonly<Record<string, unknown>>;
  readonly permissions: Readonly<Record<string, string>>;
  readonly concurrency: { readonly group: string };
  readonly jobs: Readonly<Record<string, Job>>;
}

const names = ['check', 'release', 'servers', 'test'];
const workflows = new Map(names.map((name) => [name, parse(textOf(`.github/workflows/${name}.yml`)) as Workflow]));
const jobsOf = (name: string) => Object.values(workflows.get(name)!.jobs);
const stepsOf = (name: string) => jobsOf(name).flatMap(({ steps }) => steps ?? []);
const commandsOf = (name: string) => stepsOf(name).flatMap(({ run }) => run ?? []);

describe('the workflows', () => {
  it('are one for each purpose', () => {
    expect(readdirSync(join(root, '.github/workflows')).sort()).toEqual(names.map((name) => `${name}.yml`));
    for (const [name, workflow] of workflows) expect(workflow.name).toBe(name);
  });

  it.each(names)('runs in %s only npm commands and files that exist', (name) => {
    const commands = commandsOf(name).join('\n');
    const { scripts } = packageOf('package.json');
    expect(all(commands, /npm (?:run )?([\w:]+)/g).filter((one) => one !== 'ci' && !(one in scripts))).toEqual([]);
    expect(all(commands, /(?:node|bash) ([\w./-]+)/g).filter((path) => !existsSync(join(root, path)))).toEqual([]);
    const called = jobsOf(name).flatMap(({ uses }) => uses ?? []);
    expect(called.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });

  it.each(names)('pins in %s the major version of each action, and limits each job', (name) => {
    for (const { uses } of stepsOf(name)) if (uses) expect(uses).toMatch(/^(actions|docker)\/[\w-]+@v\d+$/);
    for (const job of jobsOf(name)) if (job.steps) expect(job['timeout-minutes']).toBeGreaterThan(0);
  });

  it.each(names)('lets %s only read the repository', (name) => {
    expect(workflows.get(name)!.permissions).toEqual({ contents: 'read' });
    const more = Object.entries(workflows.get(name)!.jobs).filter(([, { permissions }]) => permissions !== undefined);
    expect(more.map(([job]) => job)).toEqual(name === 'release' ? ['image'] : []);
  });

  it('run on each change and each week, except for the release', () => {
    for (const name of ['check', 'servers', 'test']) {
      const { on } = workflows.get(name)!;
      expect(Object.keys(on)).toEqual(['push', 'pull_request', 'schedule', 'workflow_call']);
      expect(on.push).toEqual({ branches: ['main'] });
    }
    expect(workflows.get('release')!.on).toEqual({ push: { tags: ['v*'] } });
  });

  it('never cancel each other: in a called workflow the name of the caller would be the group of all', () => {
    for (const [name, { concurrency }] of workflows) expect(concurrency.group).toBe(`${name}-\${{ github.ref }}`);
  });

  it('run the checks, and all tests and contracts on both versions of Node', () => {
    expect(commandsOf('check')).toEqual(['npm ci', 'npm run check', 'npm run audit']);
    expect(commandsOf('test')).toContain('bash .ci/run');
    const matrices = [...jobsOf('test'), workflows.get('servers')!.jobs.servers!].map(
      (job) => job.strategy!.matrix.node,
    );
    const least = /^>=(\d+)/.exec(packageOf('package.json').engines.node)![1]!;
    const lts = textOf('.nvmrc').trim();
    expect(matrices).toEqual([
      [least, lts],
      [least, lts],
    ]);
  });

  it('publish an image only after all others have passed, with provenance', () => {
    const { image, ...others } = workflows.get('release')!.jobs;
    expect(Object.values(others).map(({ uses }) => uses)).toEqual(
      ['check', 'test', 'servers'].map((name) => `./.github/workflows/${name}.yml`),
    );
    expect(image!.needs).toEqual(Object.keys(others));
    expect(image!.permissions).toEqual({
      contents: 'read',
      packages: 'write',
      'id-token': 'write',
      attestations: 'write',
    });
    const using = (action: string) => image!.steps!.find(({ uses }) => uses?.startsWith(`${action}@`))!.with;
    expect(using('docker/build-push-action')).toMatchObject({ push: true, provenance: 'mode=max', sbom: true });
    expect(using('docker/metadata-action')!.images).toMatch(/^ghcr\.io\/\$\{\{ github\.repository \}\}$/);
    expect(using('actions/attest-build-provenance')).toMatchObject({ 'push-to-registry': true });
  });
});

describe('the repository', () => {
  it('has the exact text of its license', () => {
    const hash = createHash('sha256').update(textOf('LICENSE')).digest('hex');
    expect(hash).toBe('0d96a4ff68ad6d4b6f1f30f713b18d5184912ba8dd389f86aa7710db079abcb0');
    const packages = readdirSync(join(root, 'apps'))
      .map((name) => `apps/${name}/package.json`)
      .filter((path) => existsSync(join(root, path)));
    for (const path of ['package.json', ...packages]) {
      expect([path, packageOf(path).license]).toEqual([path, 'AGPL-3.0-only']);
      expect(packageOf(path).description).toMatch(/\w/);
    }
    expect(packageOf('package.json').repository).toMatch(/^github:[\w-]+\/[\w-]+$/);
  });

  it('has the pages that a stranger expects', () => {
    const pages = ['ARCHITECTURE', 'CHANGELOG', 'CODE_OF_CONDUCT', 'CONTRIBUTING', 'README', 'SECURITY'];
    for (const page of pages) expect(textOf(`${page}.md`).length).toBeGreaterThan(100);
    expect(textOf('ARCHITECTURE.md')).toContain('```mermaid\n');
    expect(textOf('CHANGELOG.md')).toContain('## [Unreleased]');
    expect(textOf('CODE_OF_CONDUCT.md')).not.toContain('[INSERT');
  });

  it('has forms for bugs and ideas', () => {
    const folder = '.github/ISSUE_TEMPLATE';
    expect(readdirSync(join(root, folder)).sort()).toEqual(['bug.yml', 'config.yml', 'idea.yml']);
    expect(parse(textOf(`${folder}/config.yml`))).toEqual({ blank_issues_enabled: false });
    for (const name of ['bug', 'idea']) {
      const form = parse(textOf(`${folder}/${name}.yml`)) as {
        readonly name: string;
        readonly description: string;
        readonly body: readonly { readonly type: string; readonly id?: string; readonly attributes: object }[];
      };
      expect([typeof form.name, typeof form.description]).toEqual(['string', 'string']);
      const fields = form.body.filter(({ type }) => type !== 'markdown');
      for (const { type, attributes } of fields) {
        expect(['checkboxes', 'dropdown', 'input', 'textarea']).toContain(type);
        expect(attributes).toHaveProperty('label');
      }
      expect(new Set(fields.map(({ id }) => id)).size).toBe(fields.length);
    }
  });

  it('keeps packages, actions and images up to date', () => {
    const { version, updates } = parse(textOf('.github/dependabot.yml')) as {
      readonly version: number;
      readonly updates: readonly {
        readonly 'package-ecosystem': string;
        readonly ignore?: readonly { readonly 'dependency-name': string }[];
      }[];
    };
    expect(version).toBe(2);
    expect(updates.map((update) => update['package-ecosystem'])).toEqual([
      'npm',
      'github-actions',
      'docker',
      'docker-compose',
    ]);
    const manifests = ['package.json', 'apps/backend/package.json', 'apps/frontend/package.json']
      .map(textOf)
      .join('\n');
    for (const ignored of updates[0]!.ignore!) expect(manifests).toContain(`"${ignored['dependency-name']}": `);
  });

  it('installs without a warning about the version of Node', () => {
    interface Locked {
      readonly version: string;
      readonly optional?: boolean;
      readonly engines?: { readonly node?: string };
    }
    const { packages } = JSON.parse(textOf('package-lock.json')) as { packages: Readonly<Record<string, Locked>> };
    const versions = [
      semver.minVersion(packageOf('package.json').engines.node)!.version,
      '20.20.2',
      '22.22.0',
      '24.0.0',
    ];
    // npm skips an optional package without a warning.
    const tooNew = Object.entries(packages).filter(
      ([, { engines, optional }]) =>
        !optional && engines?.node !== undefined && !versions.every((one) => semver.satisfies(one, engines.node!)),
    );
    expect(tooNew.map(([path, { version, engines }]) => [path, version, engines!.node])).toEqual([]);
  });

  it('formats in editors as biome does', () => {
    const { formatter } = JSON.parse(textOf('biome.json')) as {
      readonly formatter: { readonly indentStyle: string; readonly indentWidth: number; readonly lineWidth: number };
    };
    const editors = textOf('.editorconfig');
    expect(editors).toContain(`indent_style = ${formatter.indentStyle}\nindent_size = ${formatter.indentWidth}\n`);
    expect(editors).toContain(`max_line_length = ${formatter.lineWidth}\n`);
  });
});

it('has no stylesheet of over 400 lines', () => {
  const paths = readdirSync(join(root, 'apps/frontend/src'), { recursive: true, encoding: 'utf8' });
  const stylesheets = paths.filter((path) => path.endsWith('.css'));
  expect(stylesheets.length).toBeGreaterThan(10);
  expect(stylesheets.filter((path) => textOf(`apps/frontend/src/${path}`).split('\n').length > 401)).toEqual([]);
});
