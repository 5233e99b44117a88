import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, Outlet } from '@tanstack/react-router';
import { ToastArea } from '../components/toast';
import { NowhereScreen } from '../features/shell/message-screens';
import { announcerId } from '../lib/announce';

export const Route = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  notFoundComponent: NowhereScreen,
  component: () => (
    <>
      <Outlet />
      <ToastArea />
      <div
        id={announcerId}
        aria-live="polite"
        style={{ position: 'absolute', width: 1, height: 1, overflow: 'hidden', clipPath: 'inset(50%)' }}
      />
    </>
  ),
});
