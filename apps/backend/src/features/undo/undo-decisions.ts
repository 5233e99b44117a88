import { isRefusal, type LaterChange, type RecordedEvent, type Refusal, refuse } from '@gos/domain';
import type { ActivityDocument } from '@gos/projections';
import { Injectable } from '@nestjs/common';
import { CommandContexts } from '../../engine/commands/command-context';
import { CommandRunner } from '../../engine/commands/command-runner';
import type { PersonSender } from '../../engine/commands/command-sender';
import { Clock } from '../../kernel/clock';
import { derivedId } from '../../kernel/event-id';
import { Refused } from '../../kernel/refused';
import { refBy, UserAnswers } from '../../shared/user/user-answers';
import { type UndoneBy, UndoTargets } from './undo-targets';

type Reader = PersonSender['actor'];

/** Whether the refusal would reveal a thing that the person does not see. */
export const isHidden = ({ refused }: Refusal) => refused !== 'undo.unknown' && refused.endsWith('.not-found');

/** A stream as it would be after the undos of later actions. */
export interface Rehearsal {
  readonly events: RecordedEvent[];
  /** Absent before the first of these undos. */
  state?: unknown;
}

/** Decides undos as the command does, without running it. */
@Injectable()
export class UndoDecisions {
  constructor(
    private readonly targets: UndoTargets,
    private readonly runner: CommandRunner,
    private readonly contexts: CommandContexts,
    private readonly users: UserAnswers,
    private readonly clock: Clock,
  ) {}

  /**
   * Why the person cannot undo the action, or null.
   * @param rehearsal where an admin undoes a range; an undo that is not refused is added to it
   */
  async refusalOf(
    entry: ActivityDocument,
    actor: Reader,
    rehearsal?: Rehearsal,
    whose: UndoneBy = rehearsal ? 'range' : 'author',
  ): Promise<Refusal | null> {
    const target = await this.targets.of(entry, whose);
    if (target === null) return refuse('undo.none');
    const { aggregate, id } = target;
    const command = { ...target.command, body: { ...target.command.body, rehearsed: rehearsal?.events } };
    const sender: PersonSender = { actor, via: 'web', correlationId: entry.id, ifMatch: null };
    const stream = aggregate.streamOf(id);
    try {
      const state = rehearsal?.state ?? (await this.runner.load(stream, aggregate));
      const facts = await this.contexts.of(aggregate).facts(state, command, sender);
      const decided = aggregate.decide(state, command, facts, id);
      if (isRefusal(decided)) return decided;
      if (rehearsal === undefined) return null;
      const first = rehearsal.events.length;
      const about = { actor: actor.id, at: this.clock.instant(), via: sender.via, schemaVersion: 1 };
      const caused = { correlationId: entry.id, causationId: entry.id, previousHash: null, hash: '' };
      const recorded = decided.map(({ type, data }, index) => ({
        ...{ stream, type, data, position: '', revision: first + index },
        id: derivedId('preview', entry.id, index),
        metadata: { ...about, ...caused },
      }));
      rehearsal.events.push(...recorded);
      rehearsal.state = recorded.reduce((known, event) => aggregate.evolve(known, event), state);
      return null;
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
