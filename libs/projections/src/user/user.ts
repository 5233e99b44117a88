import { evolveUser, type User } from '@gos/domain';
import type { ReadModel } from '../kernel/read-model';

/** A person as in the log: id and role, no personal data. */
export interface UserDocument {
  readonly id: string;
  readonly user: User;
}

export const userModel: ReadModel<UserDocument> = {
  name: 'user',
  version: 2,
  indexes: [{ fields: ['user.role', 'user.active'] }, { fields: ['user.id'] }],
  own: {
    stream: 'user',
    otherwise(document, event) {
      const user = evolveUser(document?.user ?? null, event);
      return user === null ? undefined : { id: String(user.id), user };
    },
  },
};
