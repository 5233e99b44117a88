import { Module } from '@nestjs/common';
import { AuthModule } from '../auth/auth.module';
import { PeopleModule } from '../users/people.module';
import { NewUsers } from './new-users';
import { Operations } from './operations';
import { OpsController } from './ops.controller';

@Module({
  imports: [AuthModule, PeopleModule],
  controllers: [OpsController],
  providers: [Operations, NewUsers],
  exports: [Operations],
})
export class OpsModule {}
