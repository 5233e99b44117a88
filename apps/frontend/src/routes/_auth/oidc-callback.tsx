import { createFileRoute } from '@tanstack/react-router';
import { CallbackScreen } from '../../features/session/sso/callback-screen';

const names = ['code', 'state', 'error', 'error_description'] as const;

export const Route = createFileRoute('/_auth/oidc-callback')({
  /** What the provider added. A code of digits was read as a number. */
  validateSearch: (search: Record<string, unknown>): { readonly [N in (typeof names)[number]]?: string } =>
    Object.fromEntries(
      names.flatMap((name) => {
        const value = search[name];
        return typeof value === 'string' || typeof value === 'number' ? [[name, String(value)]] : [];
      }),
    ),
  component: CallbackScreen,
});
