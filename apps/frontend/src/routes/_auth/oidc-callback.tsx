import { createFileRoute } from '@tanstack/react-router';
import { CallbackScreen } from '../../features/session/sso/callback-screen';

const names = ['code', 'state', 'iss', 'error', 'error_description'] as const;

export const Route = createFileRoute('/_auth/oidc-callback')({
  /** What the provider added, as it stands in the address: the router reads digits as a number, of which it loses some. */
  validateSearch: (search: Record<string, unknown>): { readonly [N in (typeof names)[number]]?: string } => {
    const written = new URLSearchParams(window.location.search);
    return Object.fromEntries(
      names.flatMap((name) => {
        const value = search[name];
        if (value === undefined) return [];
        return [[name, typeof value === 'string' ? value : (written.get(name) ?? String(value))]];
      }),
    );
  },
  component: CallbackScreen,
});
