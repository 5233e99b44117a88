import { type User, type UserEvent, userDecider } from '@gos/domain';
import type { ReadModel } from '../kernel/read-model';

/** A person as the log knows them: a number, a role, no personal data. */
export interface UserDocument {
  readonly id: string;
  readonly userId: number;
  readonly role: User['role'];
  readonly active: boolean;
  readonly user: User;
}

export const userModel: ReadModel<UserDocument> = {
  name: 'user',
  version: 1,
  indexes: [{ fields: ['role', 'active'] }, { fields: ['userId'] }],
  ids: (event) => (event.stream.startsWith('user-') ? [event.stream.slice(5)] : []),
  apply(document, event) {
    const user = userDecider.evolve(document?.user ?? null, event as unknown as UserEvent);
    return user === null
      ? undefined
      : { id: String(user.id), userId: user.id, role: user.role, active: user.active, user };
  },
};
