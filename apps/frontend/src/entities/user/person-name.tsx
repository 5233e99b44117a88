import type { PersonRef } from '@gos/contract';
import { useQuery } from '@tanstack/react-query';
import { createContext, type ReactNode, useCallback, useContext, useMemo } from 'react';
import pieces from '../../ui/pieces.module.css';
import { alikeQuery } from './users.api';

const nobody: ReadonlySet<number> = new Set();
const Context = createContext(nobody);

/** Provides the list of similar names to all names inside, so that none sends a request. Without it no name is similar. */
export function AlikeProvider({ children }: { readonly children: ReactNode }) {
  const { data } = useQuery(alikeQuery);
  const alike = useMemo(() => (data ? new Set(data.items.map(({ id }) => id)) : nobody), [data]);
  return <Context value={alike}>{children}</Context>;
}

/** Names as texts show them: with the number of the person where another one's name looks the same. */
export function usePersonName(): (person: PersonRef) => string {
  const alike = useContext(Context);
  return useCallback(({ id, name }) => (alike.has(id) ? `${name} #${id}` : name), [alike]);
}

/** The number alone, for a name that is cut where there is no room. */
export function NameMark({ person: { id } }: { readonly person: PersonRef }) {
  return useContext(Context).has(id) && <span className={pieces.nothing}>#{id}</span>;
}

/** A name as screens show it. */
export function PersonName({ person }: { readonly person: PersonRef }) {
  const alike = useContext(Context);
  if (!alike.has(person.id)) return person.name;
  return (
    <>
      {person.name} <NameMark person={person} />
    </>
  );
}
