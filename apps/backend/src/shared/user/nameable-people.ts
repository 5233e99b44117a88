import { type Actor, isNameable } from '@gos/domain';
import { type UserDocument, userModel } from '@gos/projections';
import { Injectable } from '@nestjs/common';
import { ActiveReadModels } from '../../engine/projections/active-read-models';
import { UserAnswers } from './user-answers';

/** The people whom an actor may name in commands: known, active, no auditors; for a collaborator, only people they see. */
@Injectable()
export class NameablePeople {
  constructor(
    private readonly readModels: ActiveReadModels,
    private readonly users: UserAnswers,
  ) {}

  async of(given: readonly (number | null | undefined)[], actor: Actor & { readonly id: number }): Promise<number[]> {
    const ids = given.filter((id) => id !== null && id !== undefined);
    if (ids.length === 0) return [];
    const [users, visible] = await Promise.all([
      this.readModels.getMany<UserDocument>(userModel, ids),
      this.users.visible(actor),
    ]);
    return ids.filter((id) => {
      const user = users.get(String(id))?.user;
      return user !== undefined && isNameable(user) && (visible === null || visible.has(id));
    });
  }
}
