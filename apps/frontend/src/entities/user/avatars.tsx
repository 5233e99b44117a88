import { useQuery } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useMemo } from 'react';
import { avatarsQuery } from './users.api';

interface Avatars {
  /** Addresses of pictures by the number of the person. */
  readonly urls: ReadonlyMap<number, string>;
  /** When they were told; a picture that failed is asked for again after that. */
  readonly toldAt: number;
}

const nobody: Avatars = { urls: new Map(), toldAt: 0 };
const Context = createContext(nobody);

/** Tells all circles within whose picture there is, so that none asks by itself. Without it there are initials. */
export function AvatarsProvider({ children }: { readonly children: ReactNode }) {
  const { data, dataUpdatedAt } = useQuery(avatarsQuery);
  const avatars = useMemo(
    () => (data ? { urls: new Map(data.items.map(({ id, url }) => [id, url])), toldAt: dataUpdatedAt } : nobody),
    [data, dataUpdatedAt],
  );
  return <Context value={avatars}>{children}</Context>;
}

export const useAvatars = (): Avatars => useContext(Context);
