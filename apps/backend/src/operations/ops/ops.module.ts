import { Module } from '@nestjs/common';
import { EntitiesModule } from '../../entities/entities.module';
import { AuthModule } from '../../features/auth/auth.module';
import { Operations } from './operations';
import { OpsController } from './ops.controller';
import { PeopleOperations } from './people-operations';
import { SetAsideEventOperations } from './set-aside-events';
import { PartsVerification } from './verify-parts';

@Module({
  imports: [EntitiesModule, AuthModule],
  controllers: [OpsController],
  providers: [Operations, PeopleOperations, PartsVerification, SetAsideEventOperations],
  exports: [Operations, SetAsideEventOperations],
})
export class OpsModule {}
