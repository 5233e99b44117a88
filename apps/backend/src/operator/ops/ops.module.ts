import { Module } from '@nestjs/common';
import { AuthModule } from '../../features/auth/auth.module';
import { SharedModule } from '../../shared/shared.module';
import { LogProofOperations } from './log-proof';
import { Operations } from './operations';
import { OpsController } from './ops.controller';
import { PeopleOperations } from './people-operations';
import { SetAsideEventOperations } from './set-aside-events';
import { Verification } from './verification';
import { PartsVerification } from './verify-parts';

@Module({
  imports: [SharedModule, AuthModule],
  controllers: [OpsController],
  providers: [
    Operations,
    PeopleOperations,
    PartsVerification,
    Verification,
    LogProofOperations,
    SetAsideEventOperations,
  ],
  exports: [Operations, Verification, SetAsideEventOperations],
})
export class OpsModule {}
