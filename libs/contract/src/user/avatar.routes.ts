import { pathOf } from '../kernel/route';

/** One's own picture, and whose pictures there are. */
export const avatarRoutes = {
  put: 'PUT /me/avatar',
  remove: 'DELETE /me/avatar',
  list: 'GET /users/avatars',
} as const;

/** This answers the picture itself. */
export const avatarContentRoutes = { picture: 'GET /users/{id}/avatar' } as const;

/** Where the picture of a person is. Another picture has another address, so that browsers keep it. */
export const avatarUrlOf = (id: number, version: string): string =>
  `/api${pathOf(avatarContentRoutes.picture, { id })}?v=${version}`;
