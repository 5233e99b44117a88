import { isNameable, userAggregate, userStream } from '@gos/domain';
import { Injectable } from '@nestjs/common';
import { CommandRunner } from '../../engine/commands/command-runner';

/** The people who may have a part in a task or project: active ones, no auditors. Read from the log. */
@Injectable()
export class AblePeople {
  constructor(private readonly runner: CommandRunner) {}

  async among(ids: readonly number[]): Promise<number[]> {
    const users = await Promise.all(ids.map((id) => this.runner.load(userStream(id), userAggregate)));
    return ids.filter((_, index) => {
      const user = users[index];
      return user !== null && user !== undefined && isNameable(user);
    });
  }
}
