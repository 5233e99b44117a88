import type { PersonRef } from '@gos/contract';
import { useState } from 'react';
import { useT } from '../../i18n';
import { personColour } from '../../ui/colours';
import pieces from '../../ui/pieces.module.css';
import classes from './avatar.module.css';
import { useAvatars } from './avatars';
import { NameMark, usePersonName } from './person-name';

function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/);
  const letters = words.length > 1 ? [words[0], words.at(-1)] : [words[0]];
  return letters
    .map((word) => [...(word ?? '')][0] ?? '')
    .join('')
    .toLocaleUpperCase();
}

/** Lies over the initials, which are seen until it has come and when it does not. */
function Picture({ url }: { readonly url: string }) {
  const { toldAt } = useAvatars();
  const [failedAt, setFailedAt] = useState<number | null>(null);
  if (failedAt === toldAt) return null;
  return <img className={classes.picture} src={url} alt="" onError={() => setFailedAt(toldAt)} />;
}

interface PersonCircleProps {
  readonly person: PersonRef;
  readonly size?: number;
  /** The name is next to it, so screen readers skip the picture. */
  readonly decorative?: boolean;
}

/** The picture of a person, or their initials. */
export function Avatar({ person, size = 20, decorative = false }: PersonCircleProps) {
  const url = useAvatars().urls.get(person.id);
  const name = usePersonName()(person);
  const named = decorative ? { 'aria-hidden': true } : { role: 'img', 'aria-label': name, title: name };
  return (
    <span
      {...named}
      className={classes.person}
      data-initials={initialsOf(person.name)}
      style={{ width: size, height: size, fontSize: Math.round(size * 0.42), background: personColour(person.id) }}
    >
      {url !== undefined && <Picture key={url} url={url} />}
    </span>
  );
}

interface PersonLabelProps {
  readonly person: PersonRef | null;
  readonly none?: string;
}

export function PersonLabel({ person, none }: PersonLabelProps) {
  const nameOf = usePersonName();
  if (person === null) return none === undefined ? null : <span className={pieces.nothing}>{none}</span>;
  return (
    <span className={pieces.inline} title={nameOf(person)}>
      <Avatar person={person} size={20} decorative />
      <span className={pieces.word}>{person.name}</span>
      <NameMark person={person} />
    </span>
  );
}

interface PeopleStackProps {
  readonly people: readonly PersonRef[];
  readonly size?: number;
  readonly most?: number;
}

export function AvatarGroup({ people, size = 20, most = 5 }: PeopleStackProps) {
  const t = useT();
  const nameOf = usePersonName();
  const shown = people.length > most ? people.slice(0, most - 1) : people;
  const rest = people.length - shown.length;
  return (
    <span className={classes.stack}>
      {shown.map((person) => (
        <Avatar key={person.id} person={person} size={size} />
      ))}
      {rest > 0 && (
        <span
          className={classes.rest}
          style={{ height: size }}
          title={people.slice(shown.length).map(nameOf).join(', ')}
        >
          <span className={classes.more} data-more={`+${rest}`} />
          <span className={pieces.hidden}>{t('task.people.more', { count: rest })}</span>
        </span>
      )}
    </span>
  );
}
