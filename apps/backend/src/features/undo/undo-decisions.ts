import { isRefusal, type LaterChange, type Refusal, refuse } from '@gos/domain';
import type { ActivityDocument } from '@gos/projections';
import { Injectable } from '@nestjs/common';
import { CommandContexts } from '../../engine/commands/command-context';
import { CommandRunner } from '../../engine/commands/command-runner';
import type { PersonSender } from '../../engine/commands/command-sender';
import { Refused } from '../../kernel/refused';
import { refBy, UserAnswers } from '../../shared/user/user-answers';
import { UndoTargets } from './undo-targets';

type Reader = PersonSender['actor'];

/** Whether the refusal would reveal a thing that the person does not see. */
export const isHidden = ({ refused }: Refusal) => refused !== 'undo.unknown' && refused.endsWith('.not-found');

/** Decides undos as the command does, without running it. */
@Injectable()
export class UndoDecisions {
  constructor(
    private readonly targets: UndoTargets,
    private readonly runner: CommandRunner,
    private readonly contexts: CommandContexts,
    private readonly users: UserAnswers,
  ) {}

  /** @param isOfRange an admin undoes it for others */
  async refusalOf(entry: ActivityDocument, actor: Reader, isOfRange = false): Promise<Refusal | null> {
    const target = await this.targets.of(entry, isOfRange);
    if (target === null) return refuse('undo.none');
    const { aggregate, id, command } = target;
    const sender: PersonSender = { actor, via: 'web', correlationId: entry.id, ifMatch: null };
    try {
      const state = await this.runner.load(aggregate.streamOf(id), aggregate);
      const facts = await this.contexts.of(aggregate).facts(state, command, sender);
      const decided = aggregate.decide(state, command, facts, id);
      return isRefusal(decided) ? decided : null;
    } catch (error) {
      if (error instanceof Refused) return error.refusal;
      throw error;
    }
  }

  /** The change that came after an action, with the name of the person. Null where the refusal has another reason. */
  async laterIn({ refused, details }: Refusal, reader: Reader) {
    if (refused !== 'undo.too-late') return null;
    const { later } = details as { readonly later: LaterChange };
    return { ...later, by: refBy(await this.users.namesAmong([later.by], reader, []), later.by) };
  }
}
