import { type Area, type AreaGroup, areaGroups, isOwnArea } from '@gos/domain';
import { useMe } from '../../entities/user/users.api';
import { AreaLink } from './area-link';
import classes from './areas.module.css';
import { OwnAreaLink, ownAreas } from './own-areas';

interface AreaEntriesProps {
  readonly group: AreaGroup;
  readonly className: string | undefined;
  readonly onNavigate?: () => void;
}

/** What is in a group, in its parts. @public */
export function AreaEntries({ group, ...link }: AreaEntriesProps) {
  const { role } = useMe();
  const parts: readonly (readonly string[])[] = areaGroups[group];
  const entryOf = (area: string) => {
    if (!isOwnArea(area)) return <AreaLink area={area as Area} {...link} />;
    return ownAreas[area].adminsOnly && role !== 'admin' ? null : <OwnAreaLink area={area} {...link} />;
  };
  return parts.map((entries) => (
    <ul key={entries[0]} className={classes.part}>
      {entries.map((entry) => (
        <li key={entry}>{entryOf(`${group}.${entry}`)}</li>
      ))}
    </ul>
  ));
}
