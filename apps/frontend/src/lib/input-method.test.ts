import { ignoreComposingKeys } from './input-method';

let heard: string[];
let stop: () => void;
const listeners = ['field', 'document'] as const;

beforeEach(() => {
  heard = [];
  stop = ignoreComposingKeys();
  document.body.innerHTML = '<div id="around"><input /><div contenteditable="true"></div></div>';
  document.querySelector('input')!.addEventListener('keydown', () => heard.push(listeners[0]));
  document.querySelector('[contenteditable]')!.addEventListener('keydown', () => heard.push('editor'));
  document.addEventListener('keydown', onDocument);
});
afterEach(() => {
  stop();
  document.removeEventListener('keydown', onDocument);
  document.body.innerHTML = '';
});

function onDocument() {
  heard.push(listeners[1]);
}

function press(target: string, key: string, composing: KeyboardEventInit) {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...composing });
  document.querySelector(target)!.dispatchEvent(event);
  return event;
}

it.each([
  ['Enter', { isComposing: true }],
  ['Escape', { isComposing: true }],
  ['Enter', { keyCode: 229 }],
])('keeps %s of an input method (%j) from fields and shortcuts, and leaves it to the browser', (key, composing) => {
  expect(press('input', key, composing).defaultPrevented).toBe(false);
  expect(heard).toEqual([]);
});

it('lets an editor follow its composition, but nothing around it', () => {
  press('[contenteditable]', 'Enter', { isComposing: true });
  expect(heard).toEqual(['editor']);
  press('[contenteditable]', 'Enter', {});
  expect(heard).toEqual(['editor', 'editor', 'document']);
});

it('leaves keys alone that no input method uses', () => {
  press('input', 'Enter', { keyCode: 13 });
  expect(heard).toEqual([...listeners]);
});
