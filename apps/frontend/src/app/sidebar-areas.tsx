import type { AreaGroup } from '@gos/domain';
import { Link, useLocation } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { areaGroupNames, isSingle, useIsAreaHidden } from '../features/areas/area-address';
import { AreaLink } from '../features/areas/area-link';
import { useT } from '../i18n';
import classes from './shell.module.css';
import { SidebarGroup } from './sidebar-group';

export const loadAreaEntries = () => import('../features/areas/area-entries');
const AreaEntries = lazy(() => loadAreaEntries().then((module) => ({ default: module.AreaEntries })));

interface AreasProps {
  readonly onNavigate?: () => void;
}

const areaAt = (path: string) =>
  /^\/people\/(positions|invitations)/.test(path) ? 'users.roles' : /^\/areas\/([^/]+)/.exec(path)?.[1];

function AreaGroupEntry({ group, onNavigate }: AreasProps & { readonly group: AreaGroup }) {
  const t = useT();
  const area = useLocation({ select: ({ pathname }) => areaAt(pathname) });
  const label = t(`area.${group}`);
  if (isSingle(group)) {
    return (
      <h2 className={classes.group}>
        <AreaLink area={group} className={classes.groupLink} onNavigate={onNavigate} />
      </h2>
    );
  }
  // The people of the installation are its users; what else belongs to them are other systems.
  const people = group === 'users' && (
    <Link
      to="/people"
      className={classes.groupLink}
      activeOptions={{ exact: true, includeSearch: false }}
      onClick={onNavigate}
    >
      {label}
    </Link>
  );
  return (
    <SidebarGroup name={group} label={label} link={people || undefined} current={area?.split('.')[0] === group}>
      {() => (
        <Suspense>
          <AreaEntries group={group} className={classes.entry} onNavigate={onNavigate} />
        </Suspense>
      )}
    </SidebarGroup>
  );
}

/** The areas that live in other systems of the company, and the people. */
export function SidebarAreas({ onNavigate }: AreasProps) {
  const isHidden = useIsAreaHidden();
  // The screens of this product in the group of users stay.
  return areaGroupNames
    .filter((group) => group === 'users' || !isHidden(group))
    .map((group) => <AreaGroupEntry key={group} group={group} onNavigate={onNavigate} />);
}
