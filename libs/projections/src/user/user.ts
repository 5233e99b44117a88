import { type User, type UserEvent, userDecider } from '@gos/domain';
import type { ReadModel } from '../kernel/read-model';

/** A person as the log knows them: a number, a role, no personal data. */
export interface UserDocument {
  readonly id: string;
  readonly user: User;
}

export const userModel: ReadModel<UserDocument> = {
  name: 'user',
  version: 2,
  indexes: [{ fields: ['user.role', 'user.active'] }, { fields: ['user.id'] }],
  ids: (event) => (event.stream.startsWith('user-') ? [event.stream.slice(5)] : []),
  apply(document, event) {
    const user = userDecider.evolve(document?.user ?? null, event as unknown as UserEvent);
    return user === null ? undefined : { id: String(user.id), user };
  },
};
