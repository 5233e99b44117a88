import type { TypeOf } from '@gos/domain';
import { integer, text } from '@gos/domain/kernel/shape';
import { answer, arrayOf } from '../kernel/answer';
import { operations } from '../kernel/operation';
import { explained, param } from '../kernel/query';
import { avatarContentRoutes, avatarRoutes } from './avatar.routes';

const avatars = answer('Avatars', { items: arrayOf(answer('UserAvatar', { id: integer(), url: text() })) });
/** The people with a picture, of those whom the reader sees. */
export type AvatarsAnswer = TypeOf<typeof avatars>;

export const avatarOperations = operations('Avatar', avatarRoutes, {
  put: { body: 'file', answer: answer('OwnAvatar', { avatarUrl: text() }) },
  remove: { body: null, answer: null },
  list: { body: null, answer: avatars },
});

export const avatarContents = {
  picture: {
    id: 'getAvatar',
    route: avatarContentRoutes.picture,
    query: { own: { v: explained(param.text, 'The version, as in `avatarUrl`; with it the picture is kept') } },
  },
} as const;
