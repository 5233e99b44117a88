import { createMemoryHistory } from '@tanstack/react-router';
import { render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { App } from '../app';
import { detectLanguage } from '../i18n/detect-language';
import { loadMessages } from '../i18n/message-loader';
import { showMomentOf } from '../lib/past';
import { createQueryClient } from '../lib/query-client';
import { createAppRouter } from '../router';
import { keepRouter } from './open-routers';

const hour = 3_600_000;

function setCookie(name: string, value: string | number) {
  // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no Cookie Store
  document.cookie = `${name}=${value}; path=/`;
}

/** The readable cookies as the server leaves them after a sign-in. */
export function haveSession({ access = hour, refresh = 24 * hour } = {}): void {
  setCookie('accessExpiration', Date.now() + access);
  setCookie('refreshExpiration', Date.now() + refresh);
}

/** The whole application at an address, with the real route tree. */
export async function renderApp(address: string) {
  showMomentOf(new URL(address, window.location.origin).search);
  const language = detectLanguage();
  const messages = await loadMessages(language);
  const queryClient = createQueryClient();
  const history = createMemoryHistory({ initialEntries: [address] });
  const router = createAppRouter(queryClient, history);
  keepRouter(router);
  render(<App router={router} queryClient={queryClient} language={language} messages={messages} env="test" />);
  await router.load();
  return { user: userEvent.setup(), router, queryClient, path: () => router.state.location.pathname };
}
