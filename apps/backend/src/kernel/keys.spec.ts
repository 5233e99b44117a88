import { hkdfSync } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { keyFor } from './keys';

const secret = 'a secret of the installation';

it('each purpose has a key of its own, the same in every version', () => {
  const key = keyFor({ secret }, 'webhook');
  expect(key).toEqual(Buffer.from(hkdfSync('sha256', secret, '', 'gos:webhook', 32)));
  expect(key).not.toEqual(keyFor({ secret }, 'totp'));
  expect(key).not.toEqual(keyFor({ secret: 'another secret' }, 'webhook'));
});

/** Code that takes the installation's secret out of the settings. */
const takesSecret = /\bconfig\.secret\b|Pick<Config,[^>]*'secret'|\{[^{}]*\bsecret\b[^{}]*\}: (Config|Pick<Config)\b/;

it.each([
  ["createHmac('sha256', this.config.secret)", true],
  ["constructor(@Inject(CONFIG) { secret }: Pick<Config, 'secret'>) {", true],
  ['function signed({ dataDir, secret }: Config) {', true],
  ["keyFor(config, 'webhook')", false],
  ['const { secret } = body;', false],
])('a planted %s is seen: %s', (line, seen) => {
  expect(takesSecret.test(line)).toBe(seen);
});

/** Where an installation is moved, its secret goes along; and whether it is long enough. */
const others = ['cli/run.ts', 'cli/moving.ts', 'operator/ops/operations.ts', 'operator/lifecycle.ts'];

it('nobody takes the secret itself but who makes the keys, and who moves an installation', () => {
  const src = join(import.meta.dirname, '..');
  const taking = readdirSync(src, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !/\.spec\.ts$|(^|\/)testing\//.test(file))
    .filter((file) => takesSecret.test(readFileSync(join(src, file), 'utf8')));
  expect(taking).toContain('kernel/keys.ts');
  expect(taking.filter((file) => file !== 'kernel/keys.ts' && !others.includes(file))).toEqual([]);
});
