import { act, renderHook } from '@testing-library/react';
import { keepFields, useOwnFields } from './use-own-fields';

interface Note {
  readonly name: string;
  readonly text: string;
  readonly owner: { readonly id: number; readonly name: string } | null;
}

const key = 'own-fields-test';
const fits = (field: string, value: unknown) =>
  field === 'owner'
    ? value === null || (typeof value === 'object' && 'id' in value)
    : (field === 'name' || field === 'text') && typeof value === 'string';
const stood: Note = { name: 'Plan', text: 'As it stood', owner: null };
const kept = () => JSON.parse(localStorage.getItem(key) ?? 'null');

function open(stands = stood, revision = 3) {
  const form = { stands, revision };
  return renderHook(
    (given: typeof form) =>
      useOwnFields({
        key,
        ...given,
        fits,
        sent: (field, fields) => (field === 'owner' ? fields.owner?.id : String(fields[field]).trim()),
        text: 'text',
      }),
    { initialProps: form },
  );
}

afterEach(() => localStorage.clear());

describe('the own fields of a form', () => {
  it('follow what arrives until they are written, and keep the revision that they were looked at', () => {
    const { result, rerender } = open();
    rerender({ stands: { ...stood, name: 'Plan B' }, revision: 4 });
    expect(result.current).toMatchObject({ draft: { name: 'Plan B' }, dirty: false, revision: 4 });
    act(() => result.current.change({ name: 'My plan' }));
    rerender({ stands: { ...stood, name: 'Plan C', owner: { id: 7, name: 'Eva' } }, revision: 5 });
    expect(result.current).toMatchObject({
      draft: { name: 'My plan', owner: { id: 7 } },
      dirty: true,
      revision: 4,
      fields: { name: 'My plan' },
    });
  });

  it('are kept while they say something else, and offered to who comes back', () => {
    const first = open();
    act(() => first.result.current.change({ name: 'Plan ' }));
    expect(first.result.current).toMatchObject({ draft: { name: 'Plan ' }, dirty: false });
    expect(kept()).toBeNull();
    act(() => first.result.current.change({ text: 'Mine' }));
    first.unmount();
    expect(kept()).toEqual({ fields: { name: 'Plan ', text: 'Mine' }, revision: 3 });
    const again = open(stood, 9);
    expect(again.result.current).toMatchObject({ draft: { text: 'Mine' }, resumed: true, revision: 3 });
    act(() => again.result.current.forget());
    expect(again.result.current).toMatchObject({ draft: stood, resumed: false, revision: 9 });
    expect(kept()).toBeNull();
  });

  it.each([
    ['no text of ours', '{"fields":'],
    ['fields that the form does not have', { fields: { colour: 'red', constructor: 'red' }, revision: 1 }],
    ['values of another kind', { fields: { name: 3, text: null, owner: { name: 'Eva' } }, revision: 1 }],
    ['nothing', { revision: 1 }],
  ])('are not begun by %s', (_, given) => {
    localStorage.setItem(key, typeof given === 'string' ? given : JSON.stringify(given));
    const { result } = open();
    expect(result.current).toMatchObject({ draft: stood, dirty: false, resumed: false, revision: 3 });
  });

  it('are nobody’s own once what was saved stands; what was typed meanwhile still is', () => {
    const { result, rerender } = open();
    act(() => result.current.change({ name: 'Saved', text: 'Typed' }));
    act(() => result.current.noteSaved({ name: 'Saved', text: 'Typed' }, 4));
    expect(kept().fields).toEqual({ name: 'Saved', text: 'Typed' });
    act(() => result.current.change({ text: 'Typed on' }));
    const edition = result.current.edition;
    rerender({ stands: { ...stood, name: 'Saved', text: 'Typed' }, revision: 4 });
    expect(result.current).toMatchObject({ fields: { text: 'Typed on' }, revision: 4, edition });
    rerender({ stands: { ...stood, name: 'Theirs', text: 'Typed' }, revision: 5 });
    expect(result.current.draft).toMatchObject({ name: 'Theirs', text: 'Typed on' });
  });

  it('give the editor another edition only for what others wrote', () => {
    const { result, rerender } = open();
    const { edition } = result.current;
    rerender({ stands: { ...stood, text: 'By Eva' }, revision: 4 });
    expect(result.current.edition).not.toBe(edition);
    const theirs = result.current.edition;
    act(() => result.current.change({ text: 'Mine' }));
    rerender({ stands: { ...stood, text: 'By Jan' }, revision: 5 });
    expect(result.current).toMatchObject({ edition: theirs, draft: { text: 'Mine' } });
    act(() => result.current.takeTheirs(['text'], 5));
    expect(result.current).toMatchObject({ draft: { text: 'By Jan' }, revision: 5 });
    expect(result.current.edition).not.toBe(theirs);
  });

  it('are kept no more once the form is finished, and work where nothing can be kept', () => {
    const { result, unmount } = open();
    act(() => result.current.change({ name: 'Mine' }));
    act(() => result.current.finish());
    act(() => result.current.change({ name: 'Late' }));
    unmount();
    expect(kept()).toBeNull();
    const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    expect(() => keepFields(key, { fields: { name: 'Mine' }, revision: 1 })).not.toThrow();
    full.mockRestore();
  });
});
