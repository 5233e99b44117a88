import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { localPath } from './local-path';

describe('a local path', () => {
  it.each([
    '/',
    '/tasks',
    '/tasks/',
    '/tasks/given?page=2&taskId=7',
    '/people#top',
    '/search?q=https://a//b',
    '/č?q=ř',
  ])('%s is one', (path) => expect(localPath(path)).toBe(path));

  it.each([
    'https://evil.example/tasks',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '/x/..//evil.example',
    '/x/../y',
    '/x/%2E./y',
    '/./x',
    '/x//y',
    'tasks',
    'javascript:alert(1)',
    '',
    `/${'x'.repeat(2_000)}`,
    7,
    null,
    undefined,
  ])('%j is none', (path) => {
    expect(localPath(path)).toBeUndefined();
  });

  it('is never read by a browser as an address elsewhere, or as another path', () => {
    const sign = fc.constantFrom('/', '\\', '.', '%2e', '@', ':', 'a', '?', '#', '\t', '\n', ' ', '%5c');
    fc.assert(
      fc.property(fc.array(sign, { maxLength: 12 }), (signs) => {
        const path = localPath(`/${signs.join('')}`);
        if (path === undefined) return;
        const { origin, pathname } = new URL(path, 'https://gos.example');
        expect([origin, pathname.startsWith('//')]).toEqual(['https://gos.example', false]);
      }),
    );
  });
});
