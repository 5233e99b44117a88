import { onSignOut } from '../../../lib/sign-out';

/**
 * What was typed and not sent, by the place where it was: it outlives its screen and a reload, and ends with the tab.
 * @param read takes what was stored, perhaps by another version; undefined when it is nothing
 */
export function unsentOf<T>(name: string, read: (stored: unknown) => T | undefined) {
  const held = new Map<string, T>();
  onSignOut(() => held.clear());
  const keyOf = (place: string) => `gos-unsent-${name}-${place}`;

  function stored(place: string): T | undefined {
    try {
      return read(JSON.parse(sessionStorage.getItem(keyOf(place)) ?? 'null'));
    } catch {
      return undefined;
    }
  }

  return {
    get: (place: string): T | undefined => held.get(place) ?? stored(place),
    set(place: string, value: T | undefined): void {
      if (value === undefined) held.delete(place);
      else held.set(place, value);
      try {
        if (value === undefined) sessionStorage.removeItem(keyOf(place));
        else sessionStorage.setItem(keyOf(place), JSON.stringify(value));
      } catch {
        // With a full or forbidden storage it ends with the page.
      }
    },
  };
}
