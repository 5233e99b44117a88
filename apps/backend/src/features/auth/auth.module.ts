import { Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { RequestTurns } from '../../http/request-turns';
import { KeptAnswers } from '../../shared/answer/kept-answers';
import { SharedModule } from '../../shared/shared.module';
import { AuthController } from './auth.controller';
import { Attempts } from './common/attempts';
import { PasswordConfirmation } from './common/password-confirmation';
import { Passwords } from './common/passwords';
import { RateLimits } from './common/rate-limits';
import { Registration } from './common/registration';
import { SessionCookies } from './common/session-cookies';
import { SignIn } from './common/sign-in';
import { ChangedEmails } from './email/changed-emails';
import { OwnEmailController } from './email/own-email.controller';
import { PersonEmailController } from './email/person-email.controller';
import { InvitationsController } from './invitations.controller';
import { AccountMails } from './mails/account-mails';
import { SignInMails } from './mails/sign-in-mails';
import { OwnPasswordController } from './own-password.controller';
import { Recovery } from './recovery';
import { RecoveryController } from './recovery.controller';
import { OwnSecondStep } from './second-step/own-second-step';
import { OwnSecondStepController } from './second-step/own-second-step.controller';
import { Passkeys } from './second-step/passkeys';
import { PersonSecondStepController } from './second-step/person-second-step.controller';
import { SecondStepController } from './second-step/second-step.controller';
import { SignInSteps } from './second-step/sign-in-steps';
import { SessionGuard } from './session.guard';
import { IdentitiesController } from './sso/identities.controller';
import { Sso } from './sso/sso';
import { SsoController } from './sso/sso.controller';
import { SsoCookie } from './sso/sso-cookie';
import { SsoPeople } from './sso/sso-people';
import { TokensController } from './tokens.controller';

@Module({
  imports: [SharedModule],
  controllers: [
    AuthController,
    OwnPasswordController,
    OwnEmailController,
    PersonEmailController,
    RecoveryController,
    InvitationsController,
    SecondStepController,
    OwnSecondStepController,
    PersonSecondStepController,
    SsoController,
    IdentitiesController,
    TokensController,
  ],
  providers: [
    Attempts,
    Passwords,
    PasswordConfirmation,
    OwnSecondStep,
    Passkeys,
    SignInMails,
    SignInSteps,
    RateLimits,
    AccountMails,
    ChangedEmails,
    Recovery,
    Registration,
    SessionCookies,
    SignIn,
    Sso,
    SsoCookie,
    SsoPeople,
    RequestTurns,
    KeptAnswers,
    SessionGuard,
    { provide: APP_GUARD, useExisting: SessionGuard },
  ],
  exports: [Passwords, Registration, SignInMails],
})
export class AuthModule {}
