import { type Area, type AreaGroup, areaGroups, isOwnArea } from '@gos/domain';
import { useMe } from '../../entities/user/users.api';
import { useIsAreaHidden } from './area-address';
import { AreaLink } from './area-link';
import classes from './areas.module.css';
import { OwnAreaLink, ownAreas } from './own-areas';

interface AreaEntriesProps {
  readonly group: AreaGroup;
  readonly className: string | undefined;
  readonly onNavigate?: () => void;
}

/** The entries of a group, in its parts. @public */
export function AreaEntries({ group, ...link }: AreaEntriesProps) {
  const { role } = useMe();
  const isHidden = useIsAreaHidden();
  const isOffered = (area: string) =>
    isOwnArea(area) ? !ownAreas[area].adminsOnly || role === 'admin' : !isHidden(area as Area);
  const parts: readonly (readonly string[])[] = areaGroups[group];
  const offered = parts
    .map((entries) => entries.map((entry) => `${group}.${entry}`).filter(isOffered))
    .filter((entries) => entries.length > 0);
  return offered.map((entries) => (
    <ul key={entries[0]} className={classes.part}>
      {entries.map((area) => (
        <li key={area}>
          {isOwnArea(area) ? <OwnAreaLink area={area} {...link} /> : <AreaLink area={area as Area} {...link} />}
        </li>
      ))}
    </ul>
  ));
}
