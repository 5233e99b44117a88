import { evolveUser, type User } from '@gos/domain';
import type { ReadModel } from '../kernel/read-model';
import { versions } from '../kernel/versions';

/** A person as in the log: id and role, no personal data. */
export interface UserDocument {
  readonly id: string;
  readonly user: User;
}

export const userModel: ReadModel<UserDocument> = {
  name: 'user',
  version: versions.user,
  indexes: [
    { fields: ['user.role', 'user.active'] },
    { fields: ['user.id'] },
    { fields: ['user.positionIds'], kind: 'many' },
  ],
  unindexedFields: ['user.hourlyRate.amount', 'user.erased'],
  own: {
    stream: 'user',
    otherwise(document, event) {
      const user = evolveUser(document?.user ?? null, event);
      return user === null ? undefined : { id: String(user.id), user };
    },
  },
};
