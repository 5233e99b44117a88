import { evolveUser, hundredthsOf, type User } from '@gos/domain';
import { pastOf } from '../kernel/past';
import type { ReadModel } from '../kernel/read-model';
import { versions } from '../kernel/versions';

/** A person as in the log: id and role, no personal data. */
export interface UserDocument {
  readonly id: string;
  readonly user: User;
  /** The ids of the positions as one value; null when they have none. */
  readonly positionsKey: string | null;
  readonly hourlyRateCents: number | null;
}

export const userModel: ReadModel<UserDocument> = {
  name: 'user',
  version: versions.user,
  indexes: [
    { fields: ['user.role', 'user.active'] },
    { fields: ['user.id'] },
    { fields: ['user.positionIds'], kind: 'many' },
    { fields: ['positionsKey'] },
  ],
  unindexedFields: ['hourlyRateCents', 'user.attendance', 'user.erased', 'user.revision'],
  own: {
    stream: 'user',
    otherwise(document, event) {
      const user = evolveUser(document?.user ?? null, event);
      if (user === null) return undefined;
      const { id, positionIds, hourlyRate } = user;
      return {
        id: String(id),
        user,
        positionsKey: positionIds.length === 0 ? null : positionIds.join(','),
        hourlyRateCents: hourlyRate && hundredthsOf(hourlyRate),
      };
    },
  },
};

/** The people as they were at every moment: their role, their positions, and whether they were active. */
export const userPastModel = pastOf(userModel, { name: 'user-past', version: versions['user-past'] });
