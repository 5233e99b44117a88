import { type CommandAnswer, personEmailOperations as operations } from '@gos/contract';
import { refuse, refuseField, userAggregate, userStream } from '@gos/domain';
import { type UserDocument, userModel } from '@gos/projections';
import { Body, Controller, Param, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CommandRunner } from '../../../engine/commands/command-runner';
import { ActiveReadModels } from '../../../engine/projections/active-read-models';
import type { GosRequest, SignedIn } from '../../../http/request-context';
import { Serves } from '../../../http/serves';
import { idParam } from '../../../http/validation';
import { Refused } from '../../../kernel/refused';
import { EmailChanges } from '../../../shared/session/email-changes';
import { UserAnswers } from '../../../shared/user/user-answers';
import { PasswordConfirmation } from '../common/password-confirmation';
import { ChangeEmailDto } from './email.bodies';

const UserId = idParam('user.not-found');

/** For admins: the address of a person who cannot read mail at the present one. */
@ApiTags('people')
@Controller()
export class PersonEmailController {
  constructor(
    private readonly changes: EmailChanges,
    private readonly confirmation: PasswordConfirmation,
    private readonly answers: UserAnswers,
    private readonly readModels: ActiveReadModels,
    private readonly runner: CommandRunner,
  ) {}

  @Serves(operations.change, 'Change the e-mail address of another person, who is informed at both (admins)')
  async change(
    @Param('id', UserId) userId: number,
    @Body() { email, password }: ChangeEmailDto,
    @Req() request: GosRequest,
  ): Promise<CommandAnswer> {
    const { actor } = request.signedIn!;
    await this.assertAllowed(userId, actor);
    const access = await this.confirmation.confirmIfSet(password, request);
    const wanted = { userId, email, how: 'admin', by: actor.id, correlationId: String(request.id) } as const;
    const position = await this.changes.change(wanted, access);
    if (position === null) throw new Refused(refuseField('email', 'user.email.same'));
    await this.readModels.waitUntilApplied(position);
    const user = await this.runner.load(userStream(userId), userAggregate);
    return { id: userId, revision: user!.revision, position: this.readModels.answered(position) };
  }

  /** @throws Refused */
  private async assertAllowed(userId: number, actor: SignedIn['actor']): Promise<void> {
    const visible = await this.answers.visible(actor);
    const isVisible = visible === null || visible.has(userId);
    const document = isVisible ? await this.readModels.get<UserDocument>(userModel, userId) : undefined;
    if (!document) throw new Refused(refuse('user.not-found'));
    if (actor.role !== 'admin') throw new Refused(refuse('user.forbidden'));
    if (userId === actor.id) throw new Refused(refuse('user.email.own'));
    if (document.user.erased) throw new Refused(refuse('user.erased'));
  }
}
