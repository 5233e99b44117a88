import { type PersonSecondStepAnswer, personSecondStepOperations } from '@gos/contract';
import { refuse, type SecondStepKind } from '@gos/domain';
import { type UserDocument, userModel } from '@gos/projections';
import { Controller, Logger, Param } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ActiveReadModels } from '../../../engine/projections/active-read-models';
import { Me, type SignedIn } from '../../../http/request-context';
import { Serves } from '../../../http/serves';
import { idParam } from '../../../http/validation';
import { Refused } from '../../../kernel/refused';
import { isOn, SecondSteps } from '../../../shared/user/second-steps';
import { UserAnswers } from '../../../shared/user/user-answers';
import { SignInMails } from '../mails/sign-in-mails';

type Self = SignedIn['actor'];
const UserId = idParam('user.not-found');

/** For admins: somebody who lost every way to finish the sign-in is helped. */
@ApiTags('people')
@Controller()
export class PersonSecondStepController {
  private readonly logger = new Logger(PersonSecondStepController.name);

  constructor(
    private readonly readModels: ActiveReadModels,
    private readonly answers: UserAnswers,
    private readonly steps: SecondSteps,
    private readonly mails: SignInMails,
  ) {}

  @Serves(personSecondStepOperations.secondStep, 'By what a person finishes the sign-in (admins)')
  async secondStep(@Param('id', UserId) userId: number, @Me() me: Self): Promise<PersonSecondStepAnswer> {
    await this.mustBeAdmin(userId, me);
    const { totp, passkeys, recovery } = await this.steps.of(userId);
    const methods: SecondStepKind[] = [];
    if (totp) methods.push('totp');
    if (passkeys.length > 0) methods.push('passkey');
    if (recovery && recovery.hashes.length > 0) methods.push('recovery');
    return { methods };
  }

  @Serves(personSecondStepOperations.reset, 'Take away all second steps of a person, who is told by mail (admins)')
  async reset(@Param('id', UserId) userId: number, @Me() me: Self): Promise<void> {
    await this.mustBeAdmin(userId, me);
    if (userId === me.id) throw new Refused(refuse('second-step.own'));
    const wasOn = isOn(await this.steps.of(userId));
    await this.steps.reset(userId);
    if (!wasOn) return;
    this.logger.warn(`Person ${me.id} has reset the second step of person ${userId}`);
    await this.mails.tell(userId, 'reset');
  }

  private async mustBeAdmin(userId: number, me: Self): Promise<void> {
    const visible = await this.answers.visible(me);
    const seen = visible === null || visible.has(userId);
    const there = seen && (await this.readModels.get<UserDocument>(userModel, userId)) !== undefined;
    if (!there) throw new Refused(refuse('user.not-found'));
    if (me.role !== 'admin') throw new Refused(refuse('user.forbidden'));
  }
}
