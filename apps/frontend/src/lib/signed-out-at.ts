const key = 'gos-signed-out-at';

interface SignedOutAt {
  readonly name: string;
  /** The state that the provider brings back; null when it could not be reached. */
  readonly state: string | null;
}

/** Remembers in this tab at which provider somebody signs out. */
export function noteSignedOutAt(name: string, location: string | null): void {
  const state = location === null ? null : new URL(location).searchParams.get('state');
  try {
    sessionStorage.setItem(key, JSON.stringify({ name, state } satisfies SignedOutAt));
  } catch {
    // Without storage nothing is said after the return.
  }
}

/** The provider of the sign-out that led here, once: whether its session ended, by the state that it brought back. */
export function takeSignedOutAt(state: string | undefined): { readonly name: string; readonly ended: boolean } | null {
  try {
    const noted = JSON.parse(sessionStorage.getItem(key) ?? 'null') as SignedOutAt | null;
    if (noted === null || (noted.state !== null && noted.state !== state)) return null;
    sessionStorage.removeItem(key);
    return { name: noted.name, ended: noted.state !== null };
  } catch {
    return null;
  }
}
