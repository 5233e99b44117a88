import { expect, it } from '@jest/globals';
import { findings } from './audit.mjs';

const hole = (severity: string, url = 'https://advisories.example/1') => ({
  vulnerabilities: {
    parser: { name: 'parser', severity, via: [{ name: 'parser', title: 'Reads too far', severity, url }] },
    // Only affected by the other package: reported once.
    framework: { name: 'framework', severity, via: ['parser'] },
  },
});
const told = 'parser: high: Reads too far (https://advisories.example/1)';

it('names holes of high severity once, and no others', () => {
  expect(findings(hole('high'))).toEqual([told]);
  expect(findings(hole('moderate'))).toEqual([]);
  expect(findings({ vulnerabilities: {} })).toEqual([]);
});

it('lets accepted ones pass, as long as they are there', () => {
  const accepted = { 'https://advisories.example/1': 'reads only our own files' };
  expect(findings(hole('high'), accepted)).toEqual([]);
  expect(findings({ vulnerabilities: {} }, accepted)).toEqual([
    'https://advisories.example/1 is accepted, but is not found any more',
  ]);
});

it('knows a registry that serves none', () => {
  expect(findings({ message: '405 Method Not Allowed', statusCode: 405 })).toBeNull();
  expect(findings(null)).toBeNull();
});
