import { act, render, screen } from '@testing-library/react';
import { IntlProvider } from 'react-intl';
import cs from '../i18n/cs.json';
import { announcerId } from '../lib/announce';
import { showProblem, showToast, specifiedToastTimes, ToastArea, toastTimes } from './toast';

const shown = () => document.querySelector<HTMLElement>('[data-toast]');
const press = (key: string, target: Element = document.body) =>
  act(() =>
    target.dispatchEvent(new KeyboardEvent('keydown', { key, ctrlKey: true, bubbles: true, cancelable: true })),
  );

beforeEach(() => {
  Object.assign(toastTimes, specifiedToastTimes);
  vi.useFakeTimers();
  render(
    <IntlProvider locale="cs" messages={cs}>
      <ToastArea />
      <div id={announcerId} aria-live="polite" />
      <input aria-label="text" />
    </IntlProvider>,
  );
});

afterEach(() => act(() => vi.advanceTimersByTime(2_000_000)));

it('is shown for three seconds, one at a time', () => {
  act(() => showToast({ message: 'První' }));
  act(() => vi.advanceTimersByTime(2_000));
  act(() => showToast({ message: 'Druhý' }));
  expect(document.querySelectorAll('[data-toast]')).toHaveLength(1);
  expect(shown()).toHaveTextContent('Druhý');
  act(() => vi.advanceTimersByTime(2_999));
  expect(shown()).not.toBeNull();
  act(() => vi.advanceTimersByTime(1));
  expect(shown()).toBeNull();
});

it('stays while somebody points at it', () => {
  act(() => showToast({ message: 'Čtu' }));
  act(() => shown()!.dispatchEvent(new MouseEvent('pointerover', { bubbles: true })));
  act(() => vi.advanceTimersByTime(10_000));
  expect(shown()).not.toBeNull();
  act(() => shown()!.dispatchEvent(new MouseEvent('pointerout', { bubbles: true })));
  act(() => vi.advanceTimersByTime(3_000));
  expect(shown()).toBeNull();
});

it('is announced once: by the live region what happened, by itself what failed', () => {
  act(() => showToast({ message: 'Úkol vytvořen' }));
  act(() => vi.advanceTimersByTime(50));
  expect(document.getElementById(announcerId)).toHaveTextContent('Úkol vytvořen');
  expect(screen.queryByRole('status')).toBeNull();
  expect(screen.queryByRole('alert')).toBeNull();
  act(() => showProblem(new Error('no'), 'Úkol se nepodařilo vytvořit'));
  act(() => vi.advanceTimersByTime(50));
  expect(screen.getByRole('alert')).toHaveTextContent('Úkol se nepodařilo vytvořit');
  expect(document.getElementById(announcerId)).toHaveTextContent('Úkol vytvořen');
});

it('offers a way back with a key, which belongs to the text while typing', () => {
  const undo = vi.fn();
  act(() => showToast({ message: 'Smazáno', undo }));
  expect(screen.getByRole('button', { name: /Zpět/ })).toHaveTextContent('Ctrl Z');
  press('z', screen.getByRole('textbox'));
  expect(undo).not.toHaveBeenCalled();
  press('z');
  expect(undo).toHaveBeenCalledOnce();
  expect(shown()).toBeNull();
  press('z');
  expect(undo).toHaveBeenCalledOnce();
});
