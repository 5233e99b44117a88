const key = 'gos-sso-connecting';

/**
 * Notes, for this tab, that an account at a provider is being connected.
 * @param location the address at the provider, whose `state` comes back with the person
 */
export function noteConnecting(location: string): void {
  try {
    sessionStorage.setItem(key, new URL(location).searchParams.get('state') ?? '');
  } catch {
    // Without it the return says the same in the words of the sign-in.
  }
}

/** Whether the return of that state is from connecting, and not from signing in. */
export function isConnecting(state: string | undefined): boolean {
  try {
    return state !== undefined && state !== '' && sessionStorage.getItem(key) === state;
  } catch {
    return false;
  }
}
