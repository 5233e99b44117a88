import { type Area, type AreaGroup, areaGroups } from '@gos/domain';
import { AreaLink } from './area-link';
import classes from './areas.module.css';

interface AreaEntriesProps {
  readonly group: AreaGroup;
  readonly className: string | undefined;
  readonly onNavigate?: () => void;
}

/** What is in a group, in its parts. @public */
export function AreaEntries({ group, ...link }: AreaEntriesProps) {
  const parts: readonly (readonly string[])[] = areaGroups[group];
  return parts.map((entries) => (
    <ul key={entries[0]} className={classes.part}>
      {entries.map((entry) => (
        <li key={entry}>
          <AreaLink area={`${group}.${entry}` as Area} {...link} />
        </li>
      ))}
    </ul>
  ));
}
