import { act, screen, waitFor } from '@testing-library/react';
import { live } from '../lib/live';
import { haveSession, renderApp } from '../testing/render-app';
import { serve, signedIn } from '../testing/server';

const sentence =
  'Živé změny jsou v této záložce pozastavené: otevřených jich máte už 20. Některé zavřete; tato se obnovuje každých 30 s.';

it('says that too many tabs are open, for as long as it is so, and not that the connection is lost', async () => {
  haveSession();
  serve(signedIn);
  const watchers = new Set<() => void>();
  vi.spyOn(live, 'subscribe').mockImplementation((watcher) => {
    watchers.add(watcher);
    return () => watchers.delete(watcher);
  });
  const paused = vi.spyOn(live, 'paused', 'get').mockReturnValue(true);
  const connected = vi.spyOn(live, 'connected', 'get').mockReturnValue(false);
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { user } = await renderApp('/profile');
  expect(await screen.findByText(sentence)).toBeVisible();
  // A lost connection is shown after two seconds.
  await act(() => vi.advanceTimersByTimeAsync(3_000));
  expect(screen.queryByText(/Spojení je přerušeno/)).toBeNull();
  vi.useRealTimers();
  const field = screen.getByRole('textbox', { name: /Jméno/ });
  await user.type(field, ' ml.');
  expect(field).toHaveValue('Jan Novák ml.');
  paused.mockReturnValue(false);
  connected.mockReturnValue(true);
  act(() => {
    for (const watcher of watchers) watcher();
  });
  await waitFor(() => expect(screen.queryByText(sentence)).toBeNull());
});
