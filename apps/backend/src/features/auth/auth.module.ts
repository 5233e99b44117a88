import { Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { Sessions } from '../../entities/session/sessions';
import { PeopleModule } from '../../entities/user/people.module';
import { AuthController } from './auth.controller';
import { Passwords } from './passwords';
import { RateLimits } from './rate-limits';
import { Registration } from './registration';
import { SessionGuard } from './session.guard';
import { SignIn } from './sign-in';

@Module({
  imports: [PeopleModule],
  controllers: [AuthController],
  providers: [Sessions, Passwords, RateLimits, Registration, SignIn, { provide: APP_GUARD, useClass: SessionGuard }],
  exports: [Sessions, Passwords, Registration],
})
export class AuthModule {}
