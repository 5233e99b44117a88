import { authOperations, type ShownInvitation } from '@gos/contract';
import { refuseField } from '@gos/domain';
import { Body, Controller, Req } from '@nestjs/common';
import { ApiHeader, ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { Public } from '../../http/public-route';
import { Serves } from '../../http/serves';
import { Refused } from '../../kernel/refused';
import { KnownDevices } from '../../shared/session/known-devices';
import { Invitations } from '../../shared/user/invitations';
import { People } from '../../shared/user/people';
import { comparedEmail } from '../../shared/user/person';
import { ForgottenDto, InvitationDto, RecoverDto } from './common/auth.bodies';
import { RateLimits } from './common/rate-limits';
import { Recovery } from './recovery';

/** The uses of mailed links. Tokens come in bodies, since addresses are logged. */
@ApiTags('sign-in')
@ApiHeader({ name: 'X-Requested-With', required: true, schema: { type: 'string', enum: ['gos'] } })
@Public()
@Controller()
export class RecoveryController {
  constructor(
    private readonly recovery: Recovery,
    private readonly invitations: Invitations,
    private readonly people: People,
    private readonly devices: KnownDevices,
    private readonly limits: RateLimits,
  ) {}

  @Serves(authOperations.forgotten, 'Mail a link to choose a new password by; answered alike whoever has the e-mail')
  async forgotten(@Body() { email }: ForgottenDto, @Req() request: FastifyRequest): Promise<void> {
    const record = await this.people.recordByEmail(email);
    const device = await this.devices.find(record ? Number(record.id) : null, request.headers.cookie);
    this.limits.countRecovery(request.ip, comparedEmail(email), device !== null);
    await this.recovery.ask(email);
  }

  @Serves(authOperations.recover, 'Choose a new password by a mailed link; all sessions and tokens end')
  async recover(@Body() { token, password }: RecoverDto, @Req() request: FastifyRequest): Promise<void> {
    await this.recovery.recover(token, password, request);
  }

  @Serves(authOperations.invitation, 'Whom an invitation is for')
  async invitation(@Body() { token }: InvitationDto): Promise<ShownInvitation> {
    const found = await this.invitations.find(token);
    if (!found) throw new Refused(refuseField('token', 'auth.invitation'));
    const { email, invitedBy } = found.value;
    return { email, invitedBy: this.people.name(invitedBy) };
  }
}
