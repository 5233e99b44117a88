// `npm run audit`: known vulnerabilities of the deployed packages. Some registries offer no audits: that is reported and fails nothing.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { root } from './processes.mjs';

/** Addresses of advisories that do not affect the product, each with the reason. */
const accepted = {};

/** Returns the vulnerabilities to fix as lines, or null if the registry returned no audit. */
export function findings(report, acceptedHoles = accepted) {
  if (report?.vulnerabilities === undefined) return null;
  const holes = Object.values(report.vulnerabilities).flatMap(({ via }) =>
    via.filter((one) => typeof one === 'object' && ['high', 'critical'].includes(one.severity)),
  );
  const found = new Set(holes.map(({ url }) => url));
  return [
    ...holes
      .filter(({ url }) => !(url in acceptedHoles))
      .map(({ name, severity, title, url }) => `${name}: ${severity}: ${title} (${url})`),
    ...Object.keys(acceptedHoles)
      .filter((url) => !found.has(url))
      .map((url) => `${url} is accepted, but is not found any more`),
  ];
}

function reportOf(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const options = { cwd: root, encoding: 'utf8', maxBuffer: 1 << 28 };
  const { stdout } = spawnSync('npm', ['audit', '--omit=dev', '--json'], options);
  const lines = findings(reportOf(stdout));
  if (lines === null) process.stdout.write('Not audited: the registry offers no audits.\n');
  else
    process.stdout.write(`${lines.length === 0 ? 'No known vulnerabilities of high severity.' : lines.join('\n')}\n`);
  process.exit(lines === null || lines.length === 0 ? 0 : 1);
}
