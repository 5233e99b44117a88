import { type TypeOf, tokenScopes } from '@gos/domain';
import { choice, described, instant, orNull, text } from '@gos/domain/kernel/shape';
import { answer, page } from '../kernel/answer';

const fields = {
  id: text(),
  name: text(),
  scope: choice(tokenScopes),
  /** its first characters, by which people recognize it */
  start: text(),
  createdAt: instant,
  expiresAt: instant,
  /** to within minutes; null before the first use */
  lastUsedAt: orNull(instant),
};

const token = answer('ApiToken', fields);
export type TokenAnswer = TypeOf<typeof token>;

const createdToken = answer('CreatedApiToken', {
  ...fields,
  token: described(text(), { description: 'told this once' }),
});
export type CreatedTokenAnswer = TypeOf<typeof createdToken>;

export const accountAnswers = { tokens: page(token), createdToken };
