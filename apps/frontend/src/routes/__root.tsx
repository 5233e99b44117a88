import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, Outlet } from '@tanstack/react-router';
import { announcerId } from '../lib/announce';
import type { LanguageChoice } from '../ui/language';
import { NowhereScreen } from '../ui/message-screens';
import { ToastArea } from '../ui/toast';

export const Route = createRootRouteWithContext<{ queryClient: QueryClient; language: LanguageChoice }>()({
  notFoundComponent: NowhereScreen,
  component: () => (
    <>
      <Outlet />
      <ToastArea />
      <div
        id={announcerId}
        aria-live="polite"
        style={{ position: 'fixed', top: 0, width: 1, height: 1, overflow: 'hidden', clipPath: 'inset(50%)' }}
      />
    </>
  ),
});
