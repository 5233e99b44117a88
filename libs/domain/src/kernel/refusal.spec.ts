import { describe, expect, test } from '@jest/globals';
import { isRefusal, refusalSentence, refuse, refuseField, refuseFields } from './refusal';
import { refusalSentences } from './refusals';

describe('refusals', () => {
  test('are told from events', () => {
    expect(isRefusal(refuse('task.forbidden'))).toBe(true);
    for (const other of [[], [{ type: 'TaskDeleted', data: {} }], null, undefined, 'task.forbidden']) {
      expect(isRefusal(other)).toBe(false);
    }
  });

  test('of one field speak for it, of several name them all', () => {
    const name = { path: 'name', code: 'task.name.too-short', params: { min: 3 } } as const;
    const priority = { path: 'priority', code: 'task.priority.range' } as const;
    expect(refuseFields([null, null])).toBeNull();
    expect(refuseFields([null, name])).toEqual(refuseField('name', 'task.name.too-short', { min: 3 }));
    expect(refuseFields([name, null, priority])).toEqual({ refused: 'validation.failed', errors: [name, priority] });
  });

  test('say their sentence with what is in it', () => {
    expect(refusalSentence('task.name.too-short', { min: 3 })).toBe('The name needs at least 3 characters.');
    expect(refusalSentence('task.forbidden')).toBe('Your part in this task does not allow this.');
    expect(refusalSentence('validation.too-small')).toBe('The least is .');
  });

  test.each(Object.entries(refusalSentences))('%s is a stable code with a sentence', (code, sentence) => {
    expect(code).toMatch(/^[a-z-]+(\.[a-z-]+)*$/);
    expect(sentence.trim()).toBe(sentence);
    expect(sentence).not.toBe('');
  });
});
