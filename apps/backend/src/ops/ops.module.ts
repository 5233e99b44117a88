import { Inject, Module, type OnModuleInit } from '@nestjs/common';
import { ACCOUNTS, type Accounts } from '../accounts/accounts';
import { AuthModule } from '../auth/auth.module';
import { CONFIG, type Config } from '../config';
import { PeopleModule } from '../users/people.module';
import { mustBeRestored } from './backup';
import { halfImported } from './exporting';
import { NewUsers } from './new-users';
import { Operations } from './operations';
import { OpsController } from './ops.controller';
import { OperationRefused } from './say';
import { importMark } from './stores';

/** What is half imported or half restored is not started: its people would find a part of what they know. */
@Module({
  imports: [AuthModule, PeopleModule],
  controllers: [OpsController],
  providers: [Operations, NewUsers],
  exports: [Operations],
})
export class OpsModule implements OnModuleInit {
  constructor(
    @Inject(ACCOUNTS) private readonly accounts: Accounts,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async onModuleInit(): Promise<void> {
    mustBeRestored(this.config.dataDir);
    if (await this.accounts.get(importMark.kind, importMark.id)) throw new OperationRefused(halfImported);
  }
}
