import { createFileRoute } from '@tanstack/react-router';
import { CallbackScreen } from '../../features/session/sso/callback-screen';

const names = ['code', 'state', 'iss', 'error', 'error_description'] as const;

export const Route = createFileRoute('/_auth/oidc-callback')({
  /** Parameters that the provider added, verbatim: the router would parse digits as a number and lose precision. */
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
