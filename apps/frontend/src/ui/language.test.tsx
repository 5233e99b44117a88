import { act, renderHook, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { useIntl } from 'react-intl';
import type { Messages } from '../i18n';
import cs from '../i18n/cs.json';
import { english as en } from '../i18n/english';
import * as loader from '../i18n/message-loader';
import { LanguageProvider, useLanguage } from './language';
import { ToastArea } from './toast';

interface Answer {
  readonly resolve: (texts: Messages) => void;
  readonly reject: (error: Error) => void;
}
const asked = new Map<string, Answer>();
beforeEach(() => {
  vi.spyOn(loader, 'loadMessages').mockImplementation(
    (language) => new Promise((resolve, reject) => void asked.set(language, { resolve, reject })),
  );
});

const Provider = ({ children }: { readonly children: ReactNode }) => (
  <LanguageProvider initial="cs" messages={cs}>
    {children}
    <ToastArea />
  </LanguageProvider>
);
const render = () => renderHook(() => ({ ...useLanguage(), locale: useIntl().locale }), { wrapper: Provider }).result;

it('is the one that was chosen last, whichever came first', async () => {
  const shown = render();
  const first = shown.current.setLanguage('en');
  const last = shown.current.setLanguage('cs');
  await act(async () => {
    asked.get('cs')!.resolve(cs);
    await last;
    asked.get('en')!.resolve(en);
    await first;
  });
  expect(await Promise.all([first, last])).toEqual([false, true]);
  expect(shown.current.locale).toBe('cs');
  expect(localStorage.getItem('lng')).toBe('cs');
});

it('stays and says so when the texts of another cannot be loaded', async () => {
  const shown = render();
  const chosen = shown.current.setLanguage('en');
  await act(async () => {
    asked.get('en')!.reject(new TypeError('Failed to fetch dynamically imported module'));
    await chosen;
  });
  expect(await chosen).toBe(false);
  expect(await screen.findByRole('alert')).toHaveTextContent('Jazyk se nepodařilo načíst. Zkuste to znovu.');
  expect(shown.current.locale).toBe('cs');
  expect(localStorage.getItem('lng')).toBeNull();
});
