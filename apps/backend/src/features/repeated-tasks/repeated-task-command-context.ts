import {
  isRefusal,
  type RepeatedTask,
  type RepeatedTaskCommand,
  type RepeatedTaskFacts,
  refuse,
  repeatedTaskAggregate,
  repeatedTaskStream,
  repeatedTaskUndoing,
} from '@gos/domain';
import { guardOfRepeatedTask, isVisibleTo } from '@gos/projections';
import { CommandContextOf } from '../../engine/commands/command-context';
import type { PersonSender } from '../../engine/commands/command-sender';
import { UndoScans } from '../../engine/commands/undo-scans';
import { Refused } from '../../kernel/refused';
import { RepeatedTaskFactsReader } from './repeated-task-facts';

@CommandContextOf(repeatedTaskAggregate)
export class RepeatedTaskCommandContext {
  constructor(
    private readonly reader: RepeatedTaskFactsReader,
    private readonly scans: UndoScans,
  ) {}

  async facts(
    state: RepeatedTask | null,
    command: RepeatedTaskCommand,
    sender: PersonSender,
  ): Promise<RepeatedTaskFacts> {
    const { actor } = sender;
    if (command.type === 'create') return this.reader.ofNamed(command, null, actor);
    if (state === null || !isVisibleTo(guardOfRepeatedTask(state), actor))
      throw new Refused(refuse('repeated-task.not-found'));
    if (command.type === 'edit') return this.reader.ofNamed(command, state, actor);
    if (command.type === 'undo') {
      const undo = await this.scans.of(repeatedTaskUndoing, repeatedTaskStream(state.id), command.body);
      const before = undo.steps[0]?.before ?? state;
      return { ...(await this.reader.ofRestored(before, state, actor)), undo };
    }
    const basics = await this.reader.basics(actor, state);
    if (command.type === 'skip') return { ...basics, ahead: await this.reader.ahead(state) };
    if (command.type !== 'generateEarly') return basics;
    const made = { ...(await this.reader.made(state)), taskIds: [] };
    // A refused one takes no numbers of tasks.
    const refused = isRefusal(repeatedTaskAggregate.decide(state, command, { ...basics, generation: made }, state.id));
    return { ...basics, generation: refused ? made : await this.reader.numbered(state, made, sender) };
  }
}
