import { accountRoutes } from '@gos/contract';
import { type BodyOf, request } from '../../lib/request';

export const changePassword = (body: BodyOf<typeof accountRoutes.changePassword>) =>
  request(accountRoutes.changePassword, { body });
