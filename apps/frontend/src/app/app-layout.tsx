import { limits } from '@gos/domain';
import { ActionIcon, Box, Kbd, Text, UnstyledButton } from '@mantine/core';
import { IconMenu2, IconSearch } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { Outlet, useLocation, useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { useIntl } from 'react-intl';
import { useBrandName } from '../entities/installation/settings.api';
import { countText, useUnread } from '../entities/notification/notifications.api';
import { useOpenProject } from '../entities/project/use-open-project';
import { AvatarsProvider } from '../entities/user/avatars';
import { isOffered, Offer } from '../entities/user/offers';
import { AlikeProvider } from '../entities/user/person-name';
import { useMe } from '../entities/user/users.api';
import { loadSignInAgain, SessionDialog } from '../features/session/session-dialog';
import { useAskedFirst } from '../features/session/use-asked-first';
import { useT } from '../i18n';
import { type PaletteCommand, useCommandKeys, useCommands } from '../lib/commands';
import { keyOf } from '../lib/key-of';
import { live, pausedEveryMs, useConnected, usePaused } from '../lib/live';
import { useOutage } from '../lib/outage';
import { openMoment, pastMoment } from '../lib/past';
import { useDocumentKeys } from '../lib/screen-keys';
import { useStateUnder } from '../lib/use-derived-state';
import { whenIdle } from '../lib/when-idle';
import { BelowMainPlace } from '../ui/below-main';
import { loadDialogs } from '../ui/lazy-dialogs';
import { onUndoKey, showRefusal } from '../ui/toast';
import { usePhone } from '../ui/use-phone';
import { useAppBadge } from './app-badge';
import { useLivePresence } from './live-presence';
import { attendanceNavigation, offeredEntries, peopleNavigation, taskNavigation, titleOf } from './navigation';
import { PastFrame } from './past-frame';
import { PhoneTabs } from './phone-tabs';
import classes from './shell.module.css';
import { Sidebar } from './sidebar';
import { loadAreaEntries } from './sidebar-areas';
import { loadTopMenus, Notified, NowWorking, Online, TopMenus } from './top-menus';
import { loadUserMenu, UserMenu } from './user-menu';

const Palette = lazy(() => import('./palette').then((module) => ({ default: module.Palette })));
const Shortcuts = lazy(() => import('./shortcuts').then((module) => ({ default: module.Shortcuts })));
const OwnActions = lazy(() =>
  import('../features/activity/own-actions-dialog').then((module) => ({ default: module.OwnActionsDialog })),
);
const loadPhoneMenu = () => import('./phone-menu').then((module) => ({ default: module.PhoneMenu }));
const PhoneMenu = lazy(loadPhoneMenu);
const loadPast = () => import('./past-control').then((module) => ({ default: module.PastControl }));
const PastControl = lazy(loadPast);
const loadLiveChanges = () => import('./live-changes').then((module) => module.startLiveChanges);
const loadPanel = () => import('../features/tasks/task-panel').then((module) => ({ default: module.TaskPanel }));
const TaskPanel = lazy(loadPanel);
const TaskGraph = lazy(() =>
  import('../features/tasks/graph/task-graph').then((module) => ({ default: module.TaskGraph })),
);

/** Loaded while the browser is idle, since they may be opened next; the sign-in must be there before the server is away. */
const opened = [loadPanel, loadSignInAgain, loadPhoneMenu, loadTopMenus, loadUserMenu, loadAreaEntries, loadDialogs];

/** Delay before a retry when the code of live changes could not be loaded. */
const liveRetryMs = 2_000;

function useLiveChanges() {
  const client = useQueryClient();
  useEffect(() => {
    // Nothing changes the past.
    if (pastMoment() !== null) return;
    let end: (() => void) | 'ended' | null = null;
    let again: ReturnType<typeof setTimeout> | undefined;
    const follow = () =>
      loadLiveChanges().then(
        (start) => {
          if (end !== 'ended') end = start(client);
        },
        () => {
          if (end === 'ended') return;
          live.lose();
          again = setTimeout(follow, liveRetryMs);
        },
      );
    const giveUp = whenIdle(client, () => {
      void follow();
      // After a failure it is loaded when it is needed.
      for (const load of opened) void load().catch(() => undefined);
    });
    return () => {
      giveUp();
      clearTimeout(again);
      if (typeof end === 'function') end();
      else live.stop();
      end = 'ended';
    };
  }, [client]);
}

function useShellCommands(open: { palette(): void; shortcuts(): void; past(): void; actions(): void }) {
  const t = useT();
  const navigate = useNavigate();
  const me = useMe();
  const commands = useMemo((): PaletteCommand[] => {
    const entries = [...taskNavigation, ...attendanceNavigation, ...peopleNavigation];
    const go = offeredEntries(me, entries).map(({ to, label, key }) => ({
      id: to,
      label: t(label),
      group: t('search.go'),
      key: key && `g ${key}`,
      run: () => void navigate({ to }),
    }));
    return [
      ...(isOffered(me, 'work') && pastMoment() === null
        ? [
            {
              id: 'new-task',
              label: t('nav.new-task'),
              key: 'c',
              group: t('search.commands'),
              run: () => void navigate({ to: '/tasks/new' }),
            },
          ]
        : []),
      { id: 'past', label: t('past.open'), key: 'g t', group: t('search.commands'), run: open.past },
      ...(pastMoment() === null
        ? []
        : [{ id: 'now', label: t('past.back'), key: 'n', first: true, run: () => openMoment(null) }]),
      { id: 'home', label: t('nav.home'), key: 'g h', group: t('search.go'), run: () => void navigate({ to: '/' }) },
      ...go,
      { id: 'profile', label: t('user.profile'), group: t('search.go'), run: () => void navigate({ to: '/profile' }) },
      ...(me.role === 'admin'
        ? (['nav.admin', 'nav.settings'] as const).map((label) => ({
            id: label,
            label: t(label),
            group: t('search.go'),
            run: () => void navigate({ to: label === 'nav.admin' ? '/admin' : '/admin/settings' }),
          }))
        : []),
      ...(isOffered(me, 'work')
        ? [{ id: 'undo', label: t('undo.title'), group: t('search.commands'), run: open.actions }]
        : []),
      { id: 'shortcuts', label: t('user.shortcuts'), key: '?', group: t('search.commands'), run: open.shortcuts },
    ];
  }, [t, navigate, open, me]);
  useCommands(commands);
  useEffect(() => (isOffered(me, 'work') ? onUndoKey(open.actions) : undefined), [open, me]);
  useCommandKeys(showRefusal);
  useDocumentKeys((event) => {
    if (keyOf(event) !== 'k' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    open.palette();
  });
}

function watchNetwork(watcher: () => void) {
  window.addEventListener('online', watcher);
  window.addEventListener('offline', watcher);
  return () => {
    window.removeEventListener('online', watcher);
    window.removeEventListener('offline', watcher);
  };
}

function TroubleBanner() {
  const t = useT();
  const client = useQueryClient();
  const network = useSyncExternalStore(watchNetwork, () => navigator.onLine);
  const paused = usePaused();
  const connected = (useConnected() || paused || pastMoment() !== null) && network;
  const outage = useOutage();
  const well = connected && outage === null;
  const [shown, setShown] = useStateUnder(well, false);
  // After an outage, queries that failed meanwhile are sent again.
  useEffect(() => {
    if (outage === null) return;
    return () => void client.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' });
  }, [outage, client]);
  useEffect(() => {
    if (well) return;
    // A short interruption is not shown.
    const timer = setTimeout(() => setShown(true), 2_000);
    return () => clearTimeout(timer);
  }, [well, setShown]);
  return (
    <div role="status" className={classes.offline} data-trouble={shown || undefined} hidden={!shown}>
      {shown && t(connected ? (outage === 'mismatch' ? 'app.mismatch' : 'app.outage') : 'app.offline')}
    </div>
  );
}

/** Quiet: all can be done as ever. */
function PausedLine() {
  const t = useT();
  const paused = usePaused();
  return (
    <div role="status" className={classes.paused} hidden={!paused}>
      {paused && t('limit.sockets', { ...limits.sockets, seconds: pausedEveryMs / 1_000 })}
    </div>
  );
}

function Shell() {
  const t = useT();
  const navigate = useNavigate();
  const { taskId, graph } = useSearch({ from: '/_app' });
  const phone = usePhone();
  const [menu, setMenu] = useState<boolean | null>(null);
  const [floating, setFloating] = useState<'palette' | 'shortcuts' | 'actions' | 'past' | null>(null);
  const open = useMemo(
    () => ({
      palette: () => setFloating('palette'),
      shortcuts: () => setFloating('shortcuts'),
      actions: () => setFloating('actions'),
      past: () => setFloating('past'),
    }),
    [],
  );
  const close = () => setFloating(null);
  const { messages } = useIntl();
  const brandName = useBrandName();
  const title = useLocation({ select: ({ pathname }) => titleOf(pathname, messages) });
  const project = useOpenProject();
  const name = title ? t(title) : project?.name;
  const unread = useUnread();
  // A phone has no room for it while it shows the present: the account menu opens it.
  const showsPast = !phone || pastMoment() !== null || floating === 'past';
  const said = [taskId && `#${taskId}`, name, brandName].filter(Boolean).join(' · ');
  useAskedFirst();
  useLiveChanges();
  useLivePresence();
  useAppBadge();
  useShellCommands(open);

  const closeTask = () =>
    void navigate({ to: '.', search: (previous: object) => ({ ...previous, taskId: undefined }) });

  return (
    <div className={classes.shell}>
      <title>{unread > 0 ? `(${countText(unread)}) ${said}` : said}</title>
      <a href="#main" className={classes.skip}>
        {t('app.skip')}
      </a>
      {!phone && (
        <aside className={classes.sidebar}>
          <Sidebar />
        </aside>
      )}
      <div className={classes.column}>
        <header className={classes.top}>
          {phone ? (
            <ActionIcon size={40} aria-label={t('app.menu')} onClick={() => setMenu(true)}>
              <IconMenu2 size={22} />
            </ActionIcon>
          ) : (
            <UnstyledButton className={classes.search} onClick={open.palette}>
              <IconSearch size={16} aria-hidden />
              <span>{t('search.placeholder')}</span>
              <Kbd>Ctrl K</Kbd>
            </UnstyledButton>
          )}
          {phone ? (
            <Text
              span
              className={classes.phoneTitle}
              truncate
              flex={1}
              ml={6}
              fz={17}
              fw={650}
              lh="inherit"
              aria-hidden
            >
              {name}
            </Text>
          ) : (
            <>
              <Offer part="work">
                <NowWorking />
              </Offer>
              <TopMenus />
              {pastMoment() === null && <Online />}
            </>
          )}
          {pastMoment() === null && <Notified phone={phone} />}
          {showsPast && (
            <Suspense fallback={<Box component="span" flex="none" w={34} />}>
              <PastControl opened={floating === 'past'} onChange={(opened) => setFloating(opened ? 'past' : null)} />
            </Suspense>
          )}
          <UserMenu onShortcuts={open.shortcuts} onActions={open.actions} onPast={open.past} />
        </header>
        <TroubleBanner />
        <PausedLine />
        <PastFrame />
        <main id="main" tabIndex={-1} className={classes.main}>
          <Outlet />
        </main>
        <BelowMainPlace />
        <Offer part="work">{phone && <NowWorking phone />}</Offer>
        {phone && <PhoneTabs onSearch={open.palette} onMenu={() => setMenu(true)} />}
      </div>
      <Suspense>{graph !== undefined && <TaskGraph key={graph} taskId={graph} />}</Suspense>
      <Suspense>
        {taskId !== undefined && <TaskPanel key={taskId} taskId={taskId} onClose={closeTask} />}
        {phone && menu !== null && <PhoneMenu opened={menu} onClose={() => setMenu(false)} />}
        {floating === 'palette' && <Palette onClose={close} />}
        {floating === 'actions' && <OwnActions onClose={close} />}
        {floating === 'shortcuts' && <Shortcuts onClose={close} />}
      </Suspense>
      <SessionDialog />
    </div>
  );
}

/** The shell around every screen: navigation, top bar, the open task, dialogs. */
export const AppLayout = () => (
  <AvatarsProvider>
    <AlikeProvider>
      <Shell />
    </AlikeProvider>
  </AvatarsProvider>
);
