import {
  type AddedPasskeyAnswer,
  type BegunTotpAnswer,
  type MadeCodesAnswer,
  ownSecondStepOperations as operations,
  type PasskeyAnswer,
  type PasskeysAnswer,
  type RecoveryCodesAnswer,
  type TotpAnswer,
  type WithCodesAnswer,
} from '@gos/contract';
import { Body, Controller, Param, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { GosRequest } from '../../../http/request-context';
import { Serves } from '../../../http/serves';
import { Sessions } from '../../../shared/session/sessions';
import { PasswordConfirmation } from '../common/password-confirmation';
import { OwnSecondStep } from './own-second-step';
import { AddPasskeyDto, ConfirmedDto, ConfirmTotpDto, RenamePasskeyDto } from './second-step.bodies';

const idOf = ({ signedIn }: GosRequest) => signedIn!.actor.id;

/** One's own second step. A change of the ways to sign in requires the password again. */
@ApiTags('me')
@Controller()
export class OwnSecondStepController {
  constructor(
    private readonly own: OwnSecondStep,
    private readonly confirmation: PasswordConfirmation,
    private readonly sessions: Sessions,
  ) {}

  @Serves(operations.totp, 'Whether an authenticator app is set up')
  totp(@Req() request: GosRequest): Promise<TotpAnswer> {
    return this.own.totp(idOf(request));
  }

  @Serves(operations.beginTotp, 'Make the secret of an authenticator app; it counts once a code confirmed it')
  async beginTotp(@Body() { password }: ConfirmedDto, @Req() request: GosRequest): Promise<BegunTotpAnswer> {
    const { access, data } = await this.confirm(password, request);
    return this.own.beginTotp(access, data.email);
  }

  @Serves(operations.confirmTotp, 'Confirm the authenticator app by a code; the first factor brings recovery codes')
  async confirmTotp(@Body() { code }: ConfirmTotpDto, @Req() request: GosRequest): Promise<WithCodesAnswer> {
    return this.own.confirmTotp(await this.sessions.checkedAccess(request.signedIn!), code);
  }

  @Serves(operations.removeTotp, 'Remove the authenticator app')
  async removeTotp(@Body() { password }: ConfirmedDto, @Req() request: GosRequest): Promise<void> {
    const { access } = await this.confirm(password, request);
    await this.own.removeTotp(request.signedIn!.actor, access);
  }

  @Serves(operations.passkeys, "One's own passkeys, the newest first")
  passkeys(@Req() request: GosRequest): Promise<PasskeysAnswer> {
    return this.own.passkeys(idOf(request), request);
  }

  @Serves(operations.passkeyOptions, 'What a new passkey is made of; for `navigator.credentials.create`')
  async passkeyOptions(
    @Body() { password }: ConfirmedDto,
    @Req() request: GosRequest,
  ): Promise<Readonly<Record<string, unknown>>> {
    const { access, data } = await this.confirm(password, request);
    return this.own.passkeyOptions(access, data, request);
  }

  @Serves(operations.addPasskey, 'Add the passkey that the browser has made; the first factor brings recovery codes')
  async addPasskey(@Body() body: AddPasskeyDto, @Req() request: GosRequest): Promise<AddedPasskeyAnswer> {
    return this.own.addPasskey(await this.sessions.checkedAccess(request.signedIn!), body, request);
  }

  @Serves(operations.renamePasskey, 'Rename a passkey')
  renamePasskey(
    @Param('id') id: string,
    @Body() { name }: RenamePasskeyDto,
    @Req() request: GosRequest,
  ): Promise<PasskeyAnswer> {
    return this.own.renamePasskey(idOf(request), id, name, request);
  }

  @Serves(operations.removePasskey, 'Remove a passkey')
  async removePasskey(
    @Param('id') id: string,
    @Body() { password }: ConfirmedDto,
    @Req() request: GosRequest,
  ): Promise<void> {
    const { access } = await this.confirm(password, request);
    await this.own.removePasskey(request.signedIn!.actor, access, id);
  }

  @Serves(operations.recoveryCodes, 'How many recovery codes are left')
  recoveryCodes(@Req() request: GosRequest): Promise<RecoveryCodesAnswer> {
    return this.own.recoveryCodes(idOf(request));
  }

  @Serves(operations.renewRecoveryCodes, 'Make new recovery codes; earlier ones are not valid any more')
  async renewRecoveryCodes(@Body() { password }: ConfirmedDto, @Req() request: GosRequest): Promise<MadeCodesAnswer> {
    const { access } = await this.confirm(password, request);
    return this.own.renewRecoveryCodes(access);
  }

  private confirm(password: string, request: GosRequest) {
    return this.confirmation.confirm(password, { field: 'password', request });
  }
}
