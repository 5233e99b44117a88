import { createFileRoute } from '@tanstack/react-router';
import { ForgottenScreen } from '../../features/session/recovery/forgotten-screen';

export const Route = createFileRoute('/_auth/forgotten')({
  validateSearch: ({ token }: Record<string, unknown>): { token?: string } =>
    token === undefined ? {} : { token: String(token) },
  component: ForgottenScreen,
});
