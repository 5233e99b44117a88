import { expect, it } from '@jest/globals';
import { unsetOptions } from './options.mjs';

it('finds what nothing has a value for, and nothing else', () => {
  const planted = `
    interface OpenOptions { readonly path: string; readonly waitMs?: number; readonly deep?: { readonly name?: string } }
    type ReadOptions = { readonly limit?: number; readonly after?: number; readonly later?: number };
    interface RowProps { readonly label?: string; readonly children?: unknown; readonly dense?: boolean }
    interface Answer { readonly count?: number }
    open({ path: 'a', deep: {} });
    const read = ({ after }: ReadOptions) => after;
    const limit = 1;
    const options: ReadOptions = { limit };
    options.later = 2;
    export const shown = <Row label="a">text</Row>;
  `;
  expect(unsetOptions([['planted.tsx', planted]])).toEqual([
    'planted.tsx:2 waitMs',
    'planted.tsx:2 name',
    'planted.tsx:3 after',
    'planted.tsx:4 dense',
  ]);
});
