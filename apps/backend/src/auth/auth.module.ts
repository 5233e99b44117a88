import { Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { PeopleModule } from '../users/people.module';
import { AuthController } from './auth.controller';
import { Passwords } from './passwords';
import { RateLimits } from './rate-limits';
import { Registration } from './registration';
import { SessionGuard } from './session.guard';
import { Sessions } from './sessions';
import { SignIn } from './sign-in';

@Module({
  imports: [PeopleModule],
  controllers: [AuthController],
  providers: [Sessions, Passwords, RateLimits, Registration, SignIn, { provide: APP_GUARD, useClass: SessionGuard }],
  exports: [Sessions, Passwords, Registration],
})
export class AuthModule {}
