import { Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { EntitiesModule } from '../../entities/entities.module';
import { AuthController } from './auth.controller';
import { OwnPasswordController } from './own-password.controller';
import { PasswordConfirmation } from './password-confirmation';
import { Passwords } from './passwords';
import { RateLimits } from './rate-limits';
import { Registration } from './registration';
import { OwnSecondStep } from './second-step/own-second-step';
import { OwnSecondStepController } from './second-step/own-second-step.controller';
import { Passkeys } from './second-step/passkeys';
import { PersonSecondStepController } from './second-step/person-second-step.controller';
import { SecondStepController } from './second-step/second-step.controller';
import { SecondStepMails } from './second-step/second-step-mails';
import { SignInSteps } from './second-step/sign-in-steps';
import { SessionGuard } from './session.guard';
import { SessionCookies } from './session-cookies';
import { SignIn } from './sign-in';

@Module({
  imports: [EntitiesModule],
  controllers: [
    AuthController,
    OwnPasswordController,
    SecondStepController,
    OwnSecondStepController,
    PersonSecondStepController,
  ],
  providers: [
    Passwords,
    PasswordConfirmation,
    OwnSecondStep,
    Passkeys,
    SecondStepMails,
    SignInSteps,
    RateLimits,
    Registration,
    SessionCookies,
    SignIn,
    { provide: APP_GUARD, useClass: SessionGuard },
  ],
  exports: [Passwords, Registration],
})
export class AuthModule {}
