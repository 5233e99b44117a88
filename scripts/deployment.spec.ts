import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { healthRoutes } from '@gos/contract/admin/health.routes';
import { describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const textOf = (path: string) => readFileSync(join(root, path), 'utf8');
const all = (text: string, pattern: RegExp) =>
  [...new Set([...text.matchAll(pattern)].map((match) => match[1]!))].sort();

const roles = ['api', 'projector', 'worker'];
const stores = ['eventstoredb', 'mongodb', 'redis'];
const serverUrls = ['EVENTSTOREDB_URL', 'MONGODB_URL', 'REDIS_URL', 'S3_URL', 'SMTP_URL'];
/** Settings that the product's configuration reads; its containers may get no others. */
const settings = (() => {
  const config = textOf('apps/backend/src/kernel/config.ts');
  const named = all(config, /(?:'|env\.)((?:(?:GOS|SENTRY|OTEL)_[A-Z_]+)|PORT|HOST|NODE_ENV|[A-Z0-9]+_URL)\b/g);
  const oidc = ['GOOGLE', 'SSO'].flatMap((provider) =>
    ['ISSUER', 'CLIENT_ID', 'CLIENT_SECRET', 'NAME'].map((part) => `GOS_OIDC_${provider}_${part}`),
  );
  return [...new Set([...named.filter((name) => !name.endsWith('_')), ...oidc])].sort();
})();
const secretNames = /(SECRET|PASSWORD)$/;
const pinned = /^[a-z0-9./-]+:v?\d+\.\d+(\.\d+)?[a-z0-9.-]*$/;

interface Service {
  readonly image?: string;
  readonly build?: string;
  readonly init?: boolean;
  readonly read_only?: boolean;
  readonly cap_drop?: readonly string[];
  readonly privileged?: boolean;
  readonly user?: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly ports?: readonly string[];
  readonly volumes?: readonly string[];
  readonly networks: readonly string[];
  readonly command?: readonly string[];
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
  readonly healthcheck?: { readonly test: readonly string[] };
}

interface Compose {
  readonly services: Readonly<Record<string, Service>>;
  readonly networks: Readonly<
    Record<
      string,
      {
        readonly internal?: boolean;
        readonly ipam?: { readonly config: readonly { readonly subnet: string }[] };
      } | null
    >
  >;
  readonly volumes: Readonly<Record<string, unknown>>;
}

interface Workflow {
  readonly jobs: Readonly<
    Record<
      string,
      {
        readonly env?: Readonly<Record<string, string>>;
        readonly services?: Readonly<
          Record<
            string,
            {
              readonly image: string;
              readonly ports: readonly string[];
              readonly env?: Readonly<Record<string, string>>;
            }
          >
        >;
        readonly steps: readonly { readonly run?: string; readonly env?: Readonly<Record<string, string>> }[];
      }
    >
  >;
}

const workflow = parse(textOf('.github/workflows/servers.yml')) as Workflow;
const composeText = textOf('docker-compose.yml');
const compose = parse(composeText, { merge: true }) as Compose;
const gos = roles.map((role) => [role, compose.services[role]!] as const);
const dockerfile = textOf('Dockerfile');

/** The stages of the Dockerfile, each a list of instructions without their continuations. */
const stages = dockerfile
  .replace(/^#.*\n/gm, '')
  .replace(/\\\n\s*/g, '')
  .split(/^(?=FROM )/m)
  .map((stage) => stage.split('\n').filter((line) => line !== ''));
const finalStage = stages.at(-1)!;
const instruction = (name: string) =>
  finalStage.filter((line) => line.startsWith(`${name} `)).map((line) => line.slice(name.length + 1));

describe('docker-compose.yml', () => {
  it('starts the stores and one process of each role', () => {
    expect(Object.keys(compose.services).sort()).toEqual([...stores, ...roles].sort());
    expect(gos.map(([, { environment }]) => environment!.GOS_ROLE)).toEqual(roles);
    const [, known] = /export const processRoles = \[(.*?)\] as const/.exec(
      textOf('libs/domain/src/kernel/process-roles.ts'),
    )!;
    expect(all(known!, /'(\w+)'/g)).toEqual(expect.arrayContaining(roles));
  });

  it.each(gos)('gives %s only settings that there are', (_, { environment }) => {
    expect(settings).toEqual(expect.arrayContaining(Object.keys(environment!)));
    expect(Object.keys(environment!)).toEqual(expect.arrayContaining([...serverUrls, 'GOS_SECRET']));
  });

  it('lets every setting of the installation be given from outside', () => {
    const ofContainers = ['PORT', 'HOST', 'NODE_ENV', 'GOS_DATA_DIR', 'GOS_ROLE', ...serverUrls.slice(0, 3)];
    const given = new Set(gos.flatMap(([, { environment }]) => Object.keys(environment!)));
    expect(settings.filter((name) => !given.has(name) && !ofContainers.includes(name))).toEqual([]);
    for (const [, { environment }] of gos) {
      for (const [name, value] of Object.entries(environment!)) {
        if (name === 'GOS_ROLE' || stores.some((store) => value.includes(`${store}:`))) continue;
        expect([name, value]).toEqual([name, expect.stringMatching(new RegExp(`^\\$\\{${name}:[-?]`))]);
      }
    }
  });

  it('tells the processes where the stores are', () => {
    for (const [, { environment, networks, depends_on }] of gos) {
      for (const store of stores) {
        expect(networks.filter((name) => compose.services[store]!.networks.includes(name))).not.toEqual([]);
        expect(depends_on![store]).toEqual({ condition: 'service_healthy' });
      }
      const hosts = serverUrls
        .slice(0, 3)
        .map((name) => new URL(environment![name]!.replace(/\$\{[^}]*\}/g, 'x')).hostname);
      expect(hosts).toEqual(stores);
    }
  });

  it('publishes nothing but the port of the api', () => {
    const published = Object.entries(compose.services).filter(([, { ports }]) => ports !== undefined);
    expect(published.map(([name]) => name)).toEqual(['api']);
    expect(compose.services.api!.ports!.join(' ')).toMatch(/^\$\{PUBLISH:-127\.0\.0\.1:3000\}:3000$/);
    for (const store of stores) {
      expect(compose.services[store]!.networks.map((name) => compose.networks[name]?.internal)).toEqual([true]);
    }
  });

  it('trusts proxies on this machine, and in the network of the published port', () => {
    const [, trusted] = /:-(.*)\}$/.exec(compose.services.api!.environment!.GOS_TRUSTED_PROXIES!)!;
    const [outside] = compose.networks.outside!.ipam!.config;
    expect(trusted!.split(',')).toEqual(['127.0.0.0/8', '::1', outside!.subnet]);
    expect(textOf('.env.example')).toContain(`GOS_TRUSTED_PROXIES=${trusted},`);
  });

  it('has no password of its own: each has to be given', () => {
    const references = [...composeText.matchAll(/\$\{([A-Z_0-9]+)(:[^}]*)?\}/g)];
    const secrets = references.filter(([, name]) => secretNames.test(name!) && !name!.startsWith('GOS_OIDC_'));
    expect(all(secrets.join('\n'), /\$\{([A-Z_]+)/g)).toEqual(['GOS_SECRET', 'MONGODB_PASSWORD', 'REDIS_PASSWORD']);
    for (const [, name, rest] of secrets) expect([name, rest]).toEqual([name, ':?see .env.example']);
    for (const [service, { environment = {} }] of Object.entries(compose.services)) {
      for (const [name, value] of Object.entries(environment)) {
        if (secretNames.test(name))
          expect([service, name, value]).toEqual([service, name, expect.stringMatching(/^\$\{/)]);
      }
    }
    expect(compose.services.redis!.command!.join(' ')).toContain('--requirepass "$$REDIS_PASSWORD"');
  });

  it('tells in .env.example what has to be given, with no secret in it', () => {
    const example = textOf('.env.example');
    const names = all(example, /^(?:# )?([A-Z][A-Z0-9_]+)=/gm);
    const asked = all(composeText, /\$\{([A-Z_0-9]+)/g);
    expect(asked).toEqual(expect.arrayContaining(names));
    const required = all(composeText, /\$\{([A-Z_0-9]+):\?/g);
    expect(all(example, /^([A-Z0-9_]+)=$/gm)).toEqual(required);
  });

  it('pins every image', () => {
    for (const store of stores) expect(compose.services[store]!.image).toMatch(pinned);
    expect(compose.services.eventstoredb!.image).toMatch(/:26\.1\.\d+/);
    expect(compose.services.mongodb!.image).toMatch(/:7\.0\.\d+/);
    expect(compose.services.redis!.image).toMatch(/:7\.\d+\.\d+/);
    const { version } = JSON.parse(textOf('package.json')) as { version: string };
    expect(gos.map(([, { image, build }]) => [image, build])).toEqual(roles.map(() => [`gos:${version}`, '.']));
  });

  it('keeps all data in volumes', () => {
    const folders = { eventstoredb: '/var/lib/kurrentdb', mongodb: '/data/db', redis: '/data' };
    const mounted = (name: string) =>
      compose.services[name]!.volumes!.map((volume) => volume.split(':') as [string, string]);
    for (const [name, folder] of Object.entries(folders))
      expect(mounted(name).map(([, path]) => path)).toContain(folder);
    const [dataDir] = instruction('ENV').flatMap((line) => all(line, /GOS_DATA_DIR=(\S+)/g));
    for (const role of roles) expect(mounted(role).map(([, path]) => path)).toEqual([dataDir]);
    const used = Object.keys(compose.services).flatMap((name) => mounted(name).map(([volume]) => volume));
    expect(used.sort()).toEqual(Object.keys(compose.volumes).sort());
  });

  it('gives the event store settings of the name that it has now', () => {
    const names = Object.keys(compose.services.eventstoredb!.environment!);
    expect(names.filter((name) => !name.startsWith('KURRENTDB_'))).toEqual([]);
    const { env } = workflow.jobs.servers!.services!.eventstoredb!;
    expect(Object.keys(env!)).toEqual(expect.arrayContaining(names));
  });

  it('asks every store whether it serves, and the product as its image says', () => {
    for (const store of stores) expect(compose.services[store]!.healthcheck!.test.length).toBeGreaterThan(1);
    for (const [, { healthcheck }] of gos) expect(healthcheck).toBeUndefined();
    expect(instruction('HEALTHCHECK')).toHaveLength(1);
  });

  it('gives the product no more rights than it needs', () => {
    for (const [, service] of gos) {
      expect(service).toMatchObject({ init: true, read_only: true, cap_drop: ['ALL'] });
      expect([service.privileged, service.user]).toEqual([undefined, undefined]);
    }
  });
});

describe('Dockerfile', () => {
  it('uses one pinned image of the current LTS', () => {
    const [, node] = /^ARG NODE=(.*)$/m.exec(dockerfile)!;
    expect(node).toMatch(/^24\.\d+\.\d+-[a-z]+-slim$/);
    const bases = all(dockerfile, /^FROM (\S+)/gm);
    const named = all(dockerfile, /^FROM \S+ AS (\S+)$/gm);
    expect(bases.filter((base) => !named.includes(base)).join(' ')).toMatch(/^node:\$\{NODE\}$/);
  });

  it('installs what the lock says, and for production only what runs', () => {
    const installs = [...dockerfile.matchAll(/npm (ci|install)[^&\n]*/g)].map(([command]) => command.trim());
    expect(installs).toEqual([
      'npm ci --ignore-scripts',
      'npm ci --ignore-scripts --omit=dev --workspace=apps/backend',
    ]);
    const { workspaces } = JSON.parse(textOf('package.json')) as { workspaces: string[] };
    expect(workspaces).toEqual(['apps/*']);
    const packages = readdirSync(join(root, 'apps')).filter((name) =>
      existsSync(join(root, `apps/${name}/package.json`)),
    );
    for (const name of packages) expect(dockerfile).toContain(`COPY apps/${name}/package.json apps/${name}/`);
  });

  it('runs as nobody special, with a folder for its data', () => {
    expect(instruction('USER')).toEqual(['node']);
    const after = finalStage.slice(finalStage.indexOf('USER node') + 1);
    expect(after.filter((line) => /^(RUN|COPY|ADD) /.test(line))).toEqual([]);
    expect(instruction('VOLUME')).toEqual(['/data']);
    expect(finalStage).toContain('RUN mkdir /data && chown node:node /data');
  });

  it('takes only settings that there are, and starts what is built', () => {
    const names = instruction('ENV').flatMap((line) => all(line, /([A-Z_]+)=/g));
    expect([...settings, 'UV_THREADPOOL_SIZE']).toEqual(expect.arrayContaining(names));
    const started = JSON.parse(instruction('CMD')[0]!) as string[];
    expect(started).toEqual(['node', 'dist/apps/backend/src/main.js']);
    expect(textOf('scripts/start.mjs')).toContain(started[1]);
    expect(existsSync(join(root, started[1]!.replace('dist/', '').replace('.js', '.ts')))).toBe(true);
    expect(instruction('STOPSIGNAL')).toEqual(['SIGTERM']);
    expect(instruction('EXPOSE')).toEqual(['3000']);
  });

  it('contains the license', () => {
    expect(finalStage).toContain('COPY package.json LICENSE ./');
  });

  it('is healthy by an address that there is', () => {
    const [, path] = /\$\{process\.env\.PORT\}\/api(\/[^`]+)`/.exec(instruction('HEALTHCHECK')[0]!)!;
    expect(Object.values(healthRoutes)).toContain(`GET ${path}`);
    const command = instruction('HEALTHCHECK')[0]!.replace(/^.*?CMD /, '');
    expect(JSON.parse(command)).toHaveLength(3);
  });

  it('copies what the build reads, and neither data nor secrets', () => {
    const rules = textOf('.dockerignore').trim().split('\n');
    expect(rules[0]).toBe('*');
    const [, sources] = /sources: \[([\s\S]*)\],\n {4}output: 'dist\/frontend'/.exec(textOf('scripts/build.mjs'))!;
    const read = all(sources!, /'([\w.-]+)(?:\/[^']*)?'/g).filter(
      (path) => existsSync(join(root, path)) && !/^(dist|node_modules)$/.test(path),
    );
    expect(read.length).toBeGreaterThan(5);
    for (const path of [...read, 'scripts', 'package.json', '.npmrc']) expect(rules).toContain(`!${path}`);
    expect(rules).toEqual(expect.arrayContaining(['**/node_modules', '**/.env*']));
    for (const path of rules.filter((rule) => rule.startsWith('!')))
      expect([path, existsSync(join(root, path.slice(1)))]).toEqual([path, true]);
  });
});

describe('the workflow of the servers', () => {
  const { servers, image } = workflow.jobs;

  it('runs the contracts on the servers of docker-compose.yml and on one for files', () => {
    const { services, env } = servers!;
    expect(Object.keys(services!)).toEqual([...stores, 's3']);
    for (const store of stores) expect(services![store]!.image).toBe(compose.services[store]!.image);
    expect(services!.s3!.image).toMatch(pinned);
    const { TEST_SERVERS, ...urls } = env!;
    expect(TEST_SERVERS).toBe('required');
    const addresses = Object.entries(urls).map(([name, value]) => [name, new URL(value).port]);
    const ports = Object.values(services!).map((service) => service.ports[0]!.split(':')[0]);
    expect(addresses).toEqual(serverUrls.slice(0, 4).map((name, n) => [name, ports[n]]));
  });

  it('finds suites by the names that it gives', () => {
    const commands = servers!.steps.flatMap(({ run }) => run ?? []);
    const [, names] = /^npm test -- (.*)$/.exec(commands.find((command) => command.startsWith('npm test'))!)!;
    const specs = readdirSync(join(root, 'apps/backend/src'), { recursive: true, encoding: 'utf8' }).filter((path) =>
      path.endsWith('.spec.ts'),
    );
    for (const name of names!.split(' ')) {
      expect([name, specs.some((path) => new RegExp(name).test(path))]).toEqual([name, true]);
    }
    const reading = specs.filter((path) =>
      /process\.env\.(EVENTSTOREDB|MONGODB|REDIS|S3)_URL/.test(textOf(`apps/backend/src/${path}`)),
    );
    expect(reading.filter((path) => !names!.split(' ').some((name) => new RegExp(name).test(path)))).toEqual([]);
  });

  it('starts the whole installation with the required settings', () => {
    const started = image!.steps.find(({ run }) => run?.startsWith('docker compose up'))!;
    expect(Object.keys(started.env!).sort()).toEqual(all(composeText, /\$\{([A-Z_0-9]+):\?/g).sort());
    expect(started.env!.GOS_SECRET!.length).toBeGreaterThanOrEqual(32);
  });
});

describe('what the documentation says about the containers', () => {
  const operations = textOf('docs/operations.md');
  const commands = operations.split('### Docker compose')[1]!.split('\n### ')[0]!;

  it('imports through the standard input: a file that is copied into a container belongs to root', () => {
    expect(textOf('Dockerfile')).toMatch(/^USER node$/m);
    expect(commands).toMatch(
      /^docker compose run --rm -T api node dist\/apps\/backend\/src\/cli\/main\.js import - < \S+$/m,
    );
    expect(commands).not.toMatch(/^docker compose cp \S+ \w+:/m);
  });

  it('names the event store of docker-compose.yml', () => {
    const [, version] = compose.services.eventstoredb!.image!.split(':');
    expect(operations).toContain(`**docker-compose.yml** names KurrentDB ${version} `);
  });
});
