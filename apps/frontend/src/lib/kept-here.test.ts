import { beginVisit, endVisit, forgetKept, leaveVisit } from './kept-here';

const shared = ['gos-task-draft-15', 'gos-project-draft-15-new', 'gos-recent-people-15', 'gos-sidebar-15'];
const ofTab = ['gos-unsent-comment-15-3', 'gos-description-15-3', 'gos-board-draft-15-new-3'];
const ofOthers = ['gos-task-draft-3', 'gos-task-draft-150', 'gos-unsent-comment-3-15', 'gos-description-3-15'];
const ofBrowser = ['gos-theme', 'lng', 'gos-person', 'gos-browser-notices'];

beforeEach(() => {
  for (const key of [...shared, ...ofOthers, ...ofBrowser]) localStorage.setItem(key, 'x');
  for (const key of [...ofTab, ...ofOthers]) sessionStorage.setItem(key, 'x');
});
const keys = (storage: Storage) => Object.keys(storage).sort();

it('takes away what is kept of one person, and nothing else', () => {
  forgetKept(15);
  expect(keys(localStorage)).toEqual([...ofOthers, ...ofBrowser].sort());
  expect(keys(sessionStorage)).toEqual([...ofOthers].sort());
});

it('keeps all of it from one session to the next', () => {
  beginVisit(15);
  beginVisit(15);
  expect(keys(localStorage)).toEqual([...shared, ...ofOthers, ...ofBrowser, 'gos-visit-15'].sort());
  expect(keys(sessionStorage)).toEqual([...ofTab, ...ofOthers, 'gos-visit-15'].sort());
});

it('leaves no trace of a visit that has ended', () => {
  beginVisit(15);
  endVisit(15);
  expect(keys(localStorage)).toEqual([...ofOthers, ...ofBrowser].sort());
  expect(keys(sessionStorage)).toEqual([...ofOthers].sort());
});

it('leaves to all tabs what was begun after a sign-out in another one', () => {
  beginVisit(15);
  leaveVisit(15);
  expect(keys(localStorage)).toEqual([...shared, ...ofOthers, ...ofBrowser, 'gos-visit-15'].sort());
  expect(keys(sessionStorage)).toEqual([...ofOthers].sort());
});

it('does without a storage', () => {
  vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
    throw new DOMException('forbidden', 'SecurityError');
  });
  expect(() => {
    beginVisit(15);
    endVisit(15);
  }).not.toThrow();
});
