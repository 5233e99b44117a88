import { userAggregate, userStream } from '@gos/domain';
import { type UserDocument, userModel } from '@gos/projections';
import { Injectable } from '@nestjs/common';
import { CommandRunner } from '../../engine/commands/command-runner';
import { ActiveReadModels } from '../../engine/projections/active-read-models';

/** Held by commands whose rules are over all people. */
export const peopleLock = 'people';

@Injectable()
export class ActiveAdmins {
  constructor(
    private readonly runner: CommandRunner,
    private readonly readModels: ActiveReadModels,
  ) {}

  /** As the read model knows them. */
  async all(): Promise<number[]> {
    const admins = await this.readModels.find<UserDocument>(userModel, { 'user.role': 'admin', 'user.active': true });
    return admins.map(({ user }) => user.id);
  }

  /** 1 when there is an active admin besides the person, otherwise 0. The read model gives the candidates, the log confirms one. */
  async besides(userId: number): Promise<number> {
    const admins = await this.readModels.find<UserDocument>(userModel, { 'user.role': 'admin', 'user.active': true });
    for (const {
      user: { id: other },
    } of admins) {
      if (other === userId) continue;
      const user = await this.runner.load(userStream(other), userAggregate);
      if (user?.role === 'admin' && user.active) return 1;
    }
    return 0;
  }
}
