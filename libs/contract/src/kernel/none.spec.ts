import { describe, expect, it } from '@jest/globals';
import { textFilter, textOfFilter } from './none';
import { orNone, param, textKey } from './query';

describe('a filter for rows without a value', () => {
  it.each([null, 'none', '=none', '==none', 'None', 'none ', '=', 'S-1', ''])('never means a name: %j', (text) => {
    expect(textOfFilter(textFilter(text))).toBe(text);
  });

  it('is written as it always was', () => {
    expect([null, 'S-1', 'none', '=none', '=S-1'].map(textFilter)).toEqual(['none', 'S-1', '=none', '==none', '=S-1']);
  });

  it('is read by every parameter that takes it', () => {
    expect(['none', '=none', '==none'].map(orNone(param.text).read)).toEqual([null, 'none', '=none']);
    expect(orNone(textKey).read('=none')).toBe(textKey.read('none'));
    expect(['none', '=none', '7'].map(orNone(param.id).read)).toEqual([null, undefined, 7]);
  });
});
