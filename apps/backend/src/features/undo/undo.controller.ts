import {
  type CommandAnswer,
  type DeletedThing,
  deletedOperations,
  type OwnAction,
  type Page,
  undoOperations,
} from '@gos/contract';
import { refuse } from '@gos/domain';
import { type ActivityDocument, activityModel } from '@gos/projections';
import { Controller, Query, Body as RequestBody } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import type { PersonSender } from '../../engine/commands/command-sender';
import { RunCommand } from '../../engine/commands/run-command';
import { ActiveReadModels } from '../../engine/projections/active-read-models';
import { Body } from '../../http/body-class';
import { commandAnswer } from '../../http/commands';
import { CommandRequest, Me, type SignedIn } from '../../http/request-context';
import { Serves } from '../../http/serves';
import { Refused } from '../../kernel/refused';
import { DeletedThings, isDeletion } from './deleted-things';
import { maxActions, ReadOwnActions } from './own-actions.query';
import { isHidden, UndoDecisions } from './undo-decisions';
import { type UndoneBy, UndoTargets } from './undo-targets';

/** Refusals of the work times and plans of others. */
const ofOthers: readonly string[] = ['work.forbidden', 'plan.forbidden'];

class RestoreDto extends Body(deletedOperations.restore.body) {}
class UndoActionDto extends Body(undoOperations.undo.body) {}

@ApiTags('me')
@Controller()
export class UndoController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly readModels: ActiveReadModels,
    private readonly targets: UndoTargets,
    private readonly decisions: UndoDecisions,
    private readonly deletedThings: DeletedThings,
  ) {}

  @Serves(undoOperations.list, `One's own last actions, the latest first; at most ${maxActions}`)
  async list(@Me() me: SignedIn['actor']): Promise<{ readonly items: readonly OwnAction[] }> {
    return { items: await this.queries.execute(new ReadOwnActions(me)) };
  }

  @Serves(undoOperations.undo, "Undo an action of one's own")
  undo(@RequestBody() { eventId }: UndoActionDto, @CommandRequest() sender: PersonSender): Promise<CommandAnswer> {
    return this.run(eventId, 'author', sender);
  }

  @Serves(deletedOperations.list, 'Deleted things that I deleted or may restore, the last ones first')
  deleted(@Query() raw: Record<string, unknown>, @Me() me: SignedIn['actor']): Promise<Page<DeletedThing>> {
    return this.deletedThings.page(raw, me);
  }

  @Serves(deletedOperations.restore, 'Restore a deleted thing: the undo of its deletion')
  restore(@RequestBody() { eventId }: RestoreDto, @CommandRequest() sender: PersonSender): Promise<CommandAnswer> {
    return this.run(eventId, 'restorer', sender);
  }

  private async run(eventId: string, whose: UndoneBy, sender: PersonSender): Promise<CommandAnswer> {
    const entry = await this.readModels.get<ActivityDocument>(activityModel, eventId);
    if (entry === undefined) throw new Refused(refuse('undo.unknown'));
    if (whose === 'restorer' && !isDeletion(entry)) throw new Refused(refuse('undo.unknown'));
    const target = await this.targets.of(entry, whose);
    if (target === null) throw new Refused(refuse('undo.none'));
    const { aggregate, id, command } = target;
    try {
      return commandAnswer(await this.commands.execute(new RunCommand(aggregate, id, command, sender)));
    } catch (error) {
      throw await this.named(error, sender);
    }
  }

  /** Names the person whose change came after, and does not reveal a thing that the sender does not see. */
  private async named(error: unknown, { actor }: PersonSender): Promise<unknown> {
    if (!(error instanceof Refused)) return error;
    if (isHidden(error.refusal)) return new Refused(refuse('undo.unknown'));
    if (ofOthers.includes(error.refusal.refused)) return new Refused(refuse('undo.not-yours'));
    const later = await this.decisions.laterIn(error.refusal, actor);
    return later ? new Refused({ ...error.refusal, details: { later } }) : error;
  }
}
