import { useQuery } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useMemo } from 'react';
import { avatarsQuery } from './users.api';

interface Avatars {
  /** Addresses of pictures by the number of the person. */
  readonly urls: ReadonlyMap<number, string>;
  /** Time of the last list; a picture that failed is requested again after it. */
  readonly toldAt: number;
}

const nobody: Avatars = { urls: new Map(), toldAt: 0 };
const Context = createContext(nobody);

/** Provides the list of pictures to all avatars inside, so that none sends a request. Without it they show initials. */
export function AvatarsProvider({ children }: { readonly children: ReactNode }) {
  const { data, dataUpdatedAt } = useQuery(avatarsQuery);
  const avatars = useMemo(
    () => (data ? { urls: new Map(data.items.map(({ id, url }) => [id, url])), toldAt: dataUpdatedAt } : nobody),
    [data, dataUpdatedAt],
  );
  return <Context value={avatars}>{children}</Context>;
}

export const useAvatars = (): Avatars => useContext(Context);
