// Reads the report of jest, which vitest writes too: tests that passed, failed, or passed only at the second try.
import { readFileSync } from 'node:fs';
import { root } from './processes.mjs';

/** A run that wrote no report, or ended badly without a failed test, counts as one failure. */
export function totalsOf(file, status) {
  try {
    const report = JSON.parse(readFileSync(file, 'utf8'));
    const { numPassedTests, numFailedTests, numFailedTestSuites, numPendingTests, testResults } = report;
    const broken = numFailedTests === 0 ? Math.max(numFailedTestSuites, status === 0 ? 0 : 1) : 0;
    return {
      passed: numPassedTests,
      failed: numFailedTests + broken,
      skipped: numPendingTests,
      atSecondTry: testResults.flatMap(({ assertionResults }) => assertionResults.filter(isAtSecondTry).map(described)),
      failures: testResults.flatMap(failuresOf),
      missing: testResults.flatMap(({ assertionResults }) => assertionResults.flatMap(missingOf)),
    };
  } catch {
    return { passed: 0, failed: 1, skipped: 0, atSecondTry: [], failures: ['no report was written'], missing: [] };
  }
}

/** Jest counts the tries; vitest stores the failures of the first one. */
function isAtSecondTry({ status, invocations = 1, failureMessages = [] }) {
  return status === 'passed' && (invocations > 1 || failureMessages.length > 0);
}

/** A file that could not run at all is named itself. */
function failuresOf({ name, status, assertionResults }) {
  const failed = assertionResults.filter((test) => test.status === 'failed').map(({ fullName }) => fullName.trim());
  return failed.length > 0 || status !== 'failed' ? failed : [name.slice(root.length + 1)];
}

/** Adds vitest's failures of the first try; jest has printed them during the run. */
const described = ({ fullName, failureMessages = [] }) =>
  [fullName.trim(), ...failureMessages.map((message) => message.replaceAll(/^/gm, '  '))].join('\n');

/** The reason in the title of a skipped test: a server that is not installed, or a suite that only `npm run test:full` runs. */
function missingOf({ status, fullName }) {
  if (status !== 'pending') return [];
  const [, server] = /\(needs ([^)]+)\)/.exec(fullName) ?? [];
  if (server) return [`${server} is not installed (node scripts/test-servers.mjs)`];
  return fullName.includes('part of npm run test:full') ? ['left to npm run test:full'] : [];
}

/** Ends a run: the tests that failed or needed a second try, the reasons of those skipped, then the sum, alone on the last line. */
export function sayTotals(results) {
  const sum = (key) => results.reduce((total, result) => total + result[key], 0);
  for (const test of results.flatMap(({ atSecondTry }) => atSecondTry)) {
    process.stdout.write(`at the second try: ${test}\n`);
  }
  for (const test of results.flatMap(({ failures }) => failures)) process.stdout.write(`failed: ${test}\n`);
  const missing = results.flatMap((result) => result.missing);
  for (const reason of [...new Set(missing)].sort()) {
    process.stdout.write(`skipped: ${missing.filter((one) => one === reason).length} tests, ${reason}\n`);
  }
  const skipped = sum('skipped') > 0 ? `, ${sum('skipped')} skipped` : '';
  process.stdout.write(`\n${sum('passed')} passed, ${sum('failed')} failed${skipped}\n`);
  return sum('failed') > 0 ? 1 : 0;
}
