import { Box } from '@mantine/core';
import { lazy, memo, Suspense } from 'react';
import { Offer } from '../entities/user/offers';
import type { MessageId } from '../i18n';
import { LazyPopup } from '../ui/lazy-popup';
import { TopButton } from './top-button';

export const loadTopMenus = () => import('./project-menus');
const menus = {
  projects: lazy(() => loadTopMenus().then((module) => ({ default: module.ProjectsMenu }))),
  divisions: lazy(() => loadTopMenus().then((module) => ({ default: module.DivisionsMenu }))),
};
const labels = { projects: 'nav.projects', divisions: 'nav.divisions' } as const satisfies Record<string, MessageId>;

function TopMenu({ name, onNavigate }: { readonly name: keyof typeof menus; readonly onNavigate?: () => void }) {
  const Menu = menus[name];
  return (
    <LazyPopup popup="listbox" load={loadTopMenus} button={(props) => <TopButton label={labels[name]} {...props} />}>
      <Menu onNavigate={onNavigate} />
    </LazyPopup>
  );
}

const OnlineUsers = lazy(() => import('./online-users').then((module) => ({ default: module.OnlineUsers })));

/** Connected people; reserves the place while they load. */
export const Online = memo(function Online({ wide }: { readonly wide?: boolean }) {
  return (
    <Suspense fallback={<Box component="span" flex="none" {...(wide ? { w: '100%', h: 40 } : { w: 34 })} />}>
      <OnlineUsers wide={wide} />
    </Suspense>
  );
});

const Bell = lazy(() => import('../features/notifications/bell').then((module) => ({ default: module.Bell })));

/** Notifications; reserves the place while they load. */
export const Notified = memo(function Notified({ phone }: { readonly phone: boolean }) {
  return (
    <Suspense fallback={<Box component="span" flex="none" w={34} />}>
      <Bell phone={phone} />
    </Suspense>
  );
});

const ActiveWork = lazy(() => import('./active-work').then((module) => ({ default: module.ActiveWork })));

/** Running work; reserves the place while it loads. */
export const NowWorking = memo(function NowWorking({ phone }: { readonly phone?: boolean }) {
  return (
    <Suspense fallback={!phone && <Box component="span" flex="0 1 340px" />}>
      <ActiveWork phone={phone} />
    </Suspense>
  );
});

/** Where projects are gone to and divided by, in the top bar and in the menu of a phone. */
export const TopMenus = memo(function TopMenus({ onNavigate }: { readonly onNavigate?: () => void }) {
  return (
    <>
      <TopMenu name="projects" onNavigate={onNavigate} />
      <Offer part="work">
        <TopMenu name="divisions" onNavigate={onNavigate} />
      </Offer>
    </>
  );
});
