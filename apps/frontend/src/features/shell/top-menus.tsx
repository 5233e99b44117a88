import { lazy, Suspense, useState } from 'react';
import type { MessageId } from '../../i18n';
import classes from './shell.module.css';
import { TopButton } from './top-button';

export const loadTopMenus = () => import('./project-menus');
const menus = {
  projects: lazy(() => loadTopMenus().then((module) => ({ default: module.ProjectsMenu }))),
  divisions: lazy(() => loadTopMenus().then((module) => ({ default: module.DivisionsMenu }))),
};
const labels = { projects: 'nav.projects', divisions: 'nav.divisions' } as const satisfies Record<string, MessageId>;

/** A menu that comes when it is first asked for; until then its button stands in its place. */
function TopMenu({ name, onNavigate }: { readonly name: keyof typeof menus; readonly onNavigate?: () => void }) {
  const [asked, setAsked] = useState(false);
  const Menu = menus[name];
  const button = (
    <TopButton label={labels[name]} aria-haspopup="listbox" aria-expanded={false} onClick={() => setAsked(true)} />
  );
  return asked ? (
    <Suspense fallback={button}>
      <Menu onNavigate={onNavigate} />
    </Suspense>
  ) : (
    button
  );
}

const OnlineUsers = lazy(() => import('./online-users').then((module) => ({ default: module.OnlineUsers })));

/** Who is connected; their place is kept until they are known. */
export function Online({ wide }: { readonly wide?: boolean }) {
  return (
    <Suspense fallback={<span className={classes.online} data-wide={wide || undefined} />}>
      <OnlineUsers wide={wide} />
    </Suspense>
  );
}

/** Where projects are gone to and divided by, in the top bar and in the menu of a phone. */
export function TopMenus({ onNavigate }: { readonly onNavigate?: () => void }) {
  return (
    <>
      <TopMenu name="projects" onNavigate={onNavigate} />
      <TopMenu name="divisions" onNavigate={onNavigate} />
    </>
  );
}
