import { Module } from '@nestjs/common';
import { PeopleModule } from '../../entities/user/people.module';
import { AuthModule } from '../../features/auth/auth.module';
import { Operations } from './operations';
import { OpsController } from './ops.controller';
import { PeopleOperations } from './people-operations';

@Module({
  imports: [AuthModule, PeopleModule],
  controllers: [OpsController],
  providers: [Operations, PeopleOperations],
  exports: [Operations],
})
export class OpsModule {}
