import { announce, announcerId } from './announce';

const announced = () => [...document.getElementById(announcerId)!.children].map(({ textContent }) => textContent);

beforeEach(() => {
  vi.useFakeTimers();
  document.body.innerHTML = `<div id="${announcerId}" aria-live="polite"></div>`;
});

afterEach(() => {
  document.body.innerHTML = '';
});

it('overwrites nothing that was not heard yet, and says the same twice as two', () => {
  announce('Zvednuto: Evidence.');
  announce('Úkol přesunut');
  announce('Úkol přesunut');
  expect(announced()).toEqual(['Zvednuto: Evidence.', 'Úkol přesunut', 'Úkol přesunut']);
});

it('takes away what was heard', () => {
  announce('První');
  vi.advanceTimersByTime(5_000);
  announce('Druhá');
  vi.advanceTimersByTime(2_000);
  expect(announced()).toEqual(['Druhá']);
});
