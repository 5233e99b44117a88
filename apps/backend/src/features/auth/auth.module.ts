import { Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { EntitiesModule } from '../../entities/entities.module';
import { AuthController } from './auth.controller';
import { OwnPasswordController } from './own-password.controller';
import { Passwords } from './passwords';
import { RateLimits } from './rate-limits';
import { Registration } from './registration';
import { SessionGuard } from './session.guard';
import { SessionCookies } from './session-cookies';
import { SignIn } from './sign-in';

@Module({
  imports: [EntitiesModule],
  controllers: [AuthController, OwnPasswordController],
  providers: [
    Passwords,
    RateLimits,
    Registration,
    SessionCookies,
    SignIn,
    { provide: APP_GUARD, useClass: SessionGuard },
  ],
  exports: [Passwords, Registration],
})
export class AuthModule {}
