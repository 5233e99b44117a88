import { Module } from '@nestjs/common';
import { AuthModule } from '../auth/auth.module';
import { PeopleModule } from '../users/people.module';
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
