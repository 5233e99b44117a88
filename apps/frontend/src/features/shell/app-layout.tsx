import { ActionIcon, Drawer, Kbd, UnstyledButton } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import {
  IconCircleCheck,
  IconClipboardCheck,
  IconMenu2,
  IconPlus,
  IconSearch,
  type TablerIcon,
} from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { Link, Outlet, useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useMemo, useState } from 'react';
import { type MessageId, useT } from '../../i18n';
import { useLanguage } from '../../language';
import { refreshSession } from '../../lib/api';
import { type Command, useCommandKeys, useCommands } from '../../lib/commands';
import { live, useConnected } from '../../lib/live';
import { createLiveCache } from '../../lib/live-cache';
import { useMe } from '../session/session.api';
import { SessionDialog } from '../session/session-dialog';
import { peopleNavigation, taskNavigation } from './navigation';
import classes from './shell.module.css';
import { Sidebar } from './sidebar';
import { UserMenu } from './user-menu';

const Palette = lazy(() => import('./palette').then((module) => ({ default: module.Palette })));
const Shortcuts = lazy(() => import('./shortcuts').then((module) => ({ default: module.Shortcuts })));
const loadPanel = () => import('../tasks/task-panel').then((module) => ({ default: module.TaskPanel }));
const TaskPanel = lazy(loadPanel);

function useLiveChanges() {
  const client = useQueryClient();
  useEffect(() => {
    const cache = createLiveCache(client);
    void live.start({ changed: cache.changed, resync: cache.resync, refused: refreshSession });
    // The panel is what is opened next: it comes while the browser has nothing to do.
    const idle = window.requestIdleCallback?.(() => void loadPanel());
    return () => {
      live.stop();
      if (idle !== undefined) window.cancelIdleCallback(idle);
    };
  }, [client]);
}

/** The profile's language holds at sign-in, unless the address says otherwise. */
function useProfileLanguage() {
  const me = useMe();
  const { language, setLanguage } = useLanguage();
  useEffect(() => {
    const asked = new URLSearchParams(window.location.search).has('lng');
    if (!asked && me.language !== language) void setLanguage(me.language);
    // Only at sign-in: later the menu decides.
  }, [me.id]);
}

function useShellCommands(open: { palette(): void; shortcuts(): void }) {
  const t = useT();
  const navigate = useNavigate();
  const commands = useMemo((): Command[] => {
    const go = [...taskNavigation, peopleNavigation].map(({ to, label, key }) => ({
      id: to,
      label: t(label),
      group: t('search.go'),
      key: key && `g ${key}`,
      run: () => void navigate({ to }),
    }));
    return [
      {
        id: 'new-task',
        label: t('nav.new-task'),
        key: 'c',
        group: t('search.commands'),
        run: () => void navigate({ to: '/tasks/new' }),
      },
      { id: 'home', label: t('nav.home'), key: 'g h', group: t('search.go'), run: () => void navigate({ to: '/' }) },
      ...go,
      { id: 'profile', label: t('user.profile'), group: t('search.go'), run: () => void navigate({ to: '/profile' }) },
      { id: 'shortcuts', label: t('user.shortcuts'), key: '?', group: t('search.commands'), run: open.shortcuts },
    ];
  }, [t, navigate, open]);
  useCommands(commands);
  useCommandKeys();
  useEffect(() => {
    const listener = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      open.palette();
    };
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, [open]);
}

function OfflineBanner() {
  const t = useT();
  const connected = useConnected();
  const [shown, setShown] = useState(false);
  useEffect(() => {
    if (connected) return setShown(false);
    // A blink of the connection is nobody's business.
    const timer = setTimeout(() => setShown(true), 2_000);
    return () => clearTimeout(timer);
  }, [connected]);
  return (
    <div role="status" className={classes.offline} hidden={!shown}>
      {shown && t('app.offline')}
    </div>
  );
}

function Tab({
  to,
  icon: Icon,
  label,
}: {
  readonly to: '/tasks' | '/tasks/to-accept' | '/tasks/new';
  readonly icon: TablerIcon;
  readonly label: MessageId;
}) {
  const t = useT();
  return (
    <Link to={to} className={classes.tab} activeOptions={{ exact: true, includeSearch: false }}>
      <Icon size={22} stroke={1.75} aria-hidden />
      {t(label)}
    </Link>
  );
}

/** The shell around every screen: navigation, top bar, the open task, what floats above. */
export function AppLayout() {
  const t = useT();
  const navigate = useNavigate();
  const { taskId } = useSearch({ from: '/_app' });
  const phone = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false });
  const [menu, setMenu] = useState(false);
  const [floating, setFloating] = useState<'palette' | 'shortcuts' | null>(null);
  const open = useMemo(
    () => ({ palette: () => setFloating('palette'), shortcuts: () => setFloating('shortcuts') }),
    [],
  );
  const close = () => setFloating(null);
  useLiveChanges();
  useProfileLanguage();
  useShellCommands(open);

  const closeTask = () =>
    void navigate({ to: '.', search: (previous: object) => ({ ...previous, taskId: undefined }) });

  return (
    <div className={classes.shell}>
      <a href="#main" className={classes.skip}>
        {t('app.skip')}
      </a>
      {phone ? (
        <Drawer
          opened={menu}
          onClose={() => setMenu(false)}
          size={280}
          title="Gos"
          classNames={{ body: classes.drawer }}
          closeButtonProps={{ 'aria-label': t('app.close') }}
        >
          <Sidebar onNavigate={() => setMenu(false)} />
        </Drawer>
      ) : (
        <aside className={classes.sidebar}>
          <Sidebar />
        </aside>
      )}
      <div className={classes.column}>
        <header className={classes.top}>
          {phone && (
            <ActionIcon size={40} aria-label={t('app.menu')} onClick={() => setMenu(true)}>
              <IconMenu2 size={22} />
            </ActionIcon>
          )}
          <UnstyledButton
            className={classes.search}
            onClick={open.palette}
            aria-label={phone ? t('nav.search') : undefined}
          >
            <IconSearch size={phone ? 22 : 16} aria-hidden />
            {!phone && (
              <>
                <span>{t('search.placeholder')}</span>
                <Kbd>Ctrl K</Kbd>
              </>
            )}
          </UnstyledButton>
          <UserMenu onShortcuts={open.shortcuts} />
        </header>
        <OfflineBanner />
        <main id="main" tabIndex={-1} className={classes.main}>
          <Outlet />
        </main>
        {phone && (
          <nav className={classes.tabs} aria-label={t('nav.label')}>
            <Tab to="/tasks" icon={IconCircleCheck} label="nav.to-complete" />
            <Tab to="/tasks/to-accept" icon={IconClipboardCheck} label="nav.to-accept" />
            <Tab to="/tasks/new" icon={IconPlus} label="nav.new-task" />
          </nav>
        )}
      </div>
      <Suspense>
        {taskId !== undefined && <TaskPanel key={taskId} taskId={taskId} onClose={closeTask} />}
        {floating === 'palette' && <Palette onClose={close} />}
        {floating === 'shortcuts' && <Shortcuts onClose={close} />}
      </Suspense>
      <SessionDialog />
    </div>
  );
}
