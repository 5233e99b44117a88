import {
  type Board,
  type BoardCommand,
  type BoardFacts,
  boardDecider,
  boardFields,
  boardStream,
  holds,
  type NewBoard,
  type Project,
  projectDecider,
  projectFields,
  projectStream,
  refuse,
} from '@gos/domain';
import { type BoardDocument, boardModel, type CommandAnswer } from '@gos/projections';
import { Injectable } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AggregateCommands, type Compared } from '../../engine/commands/aggregate-commands';
import type { PersonContext } from '../../engine/commands/command-context';
import { CommandRunner, type Outcome } from '../../engine/commands/command-runner';
import { IdempotencyKeys } from '../../engine/commands/idempotency';
import { Views } from '../../engine/projections/views';
import { ProjectMembers } from '../../entities/project/project-members';
import { NameablePeople } from '../../entities/user/nameable-people';
import { Refused } from '../../kernel/refused';

export type CommandOnBoard = Exclude<BoardCommand, { type: 'create' }>;

/** A command on one board, or to create one. */
export type BoardRequest =
  | { readonly on: 'board'; readonly boardId: number; readonly command: CommandOnBoard }
  | { readonly on: 'new'; readonly projectId: number; readonly board: NewBoard };

export class ChangeBoard extends Command<CommandAnswer> {
  constructor(
    readonly request: BoardRequest,
    readonly context: PersonContext,
  ) {
    super();
  }
}

type Commander = PersonContext['actor'];

const numbered = { counter: 'board', streamOf: boardStream, decider: boardDecider };

@CommandHandler(ChangeBoard)
@Injectable()
export class ChangeBoardHandler implements ICommandHandler<ChangeBoard> {
  constructor(
    private readonly commands: AggregateCommands,
    private readonly keys: IdempotencyKeys,
    private readonly views: Views,
    private readonly runner: CommandRunner,
    private readonly members: ProjectMembers,
    private readonly people: NameablePeople,
  ) {}

  execute({ request, context }: ChangeBoard): Promise<CommandAnswer> {
    return this.keys.inTurn(context, async () => {
      const { state, position } = await this.run(request, context);
      await this.views.settled(position);
      return { id: state!.id, revision: state!.revision, position: position ?? this.views.applied ?? '0' };
    });
  }

  private run(request: BoardRequest, context: PersonContext): Promise<Outcome<Board | null>> {
    if (request.on === 'board') return this.change(request.boardId, request.command, context);
    const { projectId, board } = request;
    const commandOf = (boardId: number): BoardCommand => ({ type: 'create', boardId, projectId, board });
    return this.commands.create(numbered, commandOf, context, async () => {
      const project = await this.runner.load(projectStream(projectId), projectDecider);
      const seen = this.members.mustSee(project, context.actor);
      await this.mustHaveRevision(seen, context.ifMatch);
      return this.facts(projectId, seen.actor, board.assignedUserId, null);
    });
  }

  private change(boardId: number, command: CommandOnBoard, context: PersonContext) {
    const target = { stream: boardStream(boardId), decider: boardDecider };
    const factsOf = async (state: Board | null) => {
      const { board, actor } = await this.mustSee(state, command, context.actor);
      const assigned = command.type === 'edit' ? command.fields.assignedUserId : null;
      const beforeId = command.type === 'move' ? (command.beforeId ?? null) : null;
      return this.facts(board.projectId, actor, assigned, beforeId);
    };
    return this.commands.change(target, command, context, factsOf, compared(command));
  }

  /** What is deleted is there only for whoever may bring it back and means to. */
  private async mustSee(board: Board | null, { type }: CommandOnBoard, given: Commander) {
    const seen = board && (await this.members.load(board.projectId, given));
    const mayBringBack = seen && type === 'undelete' && holds(seen.actor, seen.project.id, 'edit');
    if (!seen || (board.deleted && !mayBringBack)) throw new Refused(refuse('board.not-found'));
    return { board, actor: seen.actor };
  }

  /** A new board is a change of the project that was looked at; rights come first. */
  private async mustHaveRevision({ project, actor }: { project: Project; actor: Commander }, ifMatch: number | null) {
    if (!holds(actor, project.id, 'edit')) return;
    const target = { stream: projectStream(project.id), decider: projectDecider };
    const fields = (one: Project) => Object.fromEntries(projectFields.map((field) => [field, one[field]]));
    await this.commands.mustBeUnchanged(target, project, ifMatch, { fields, yours: null });
  }

  private async facts(
    projectId: number,
    actor: Commander,
    assignedUserId: number | null | undefined,
    beforeId: number | null,
  ): Promise<BoardFacts> {
    return {
      actor,
      nameable: await this.people.of([assignedUserId], actor),
      neighbours: await this.neighbours(projectId, beforeId),
    };
  }

  /** The documents know where the boards are; the one that is to be next to it has to be there by the log. */
  private async neighbours(projectId: number, beforeId: number | null): Promise<BoardFacts['neighbours']> {
    const documents = await this.views.find<BoardDocument>(boardModel, { projectId, deleted: false });
    const boards = documents.map(({ board }) => board);
    if (beforeId === null) return boards;
    const next = await this.runner.load(boardStream(beforeId), boardDecider);
    const there = next !== null && !next.deleted && next.projectId === projectId;
    return [...boards.filter(({ id }) => id !== beforeId), ...(there ? [next] : [])];
  }
}

function fieldsOf(board: Board): Readonly<Record<string, unknown>> {
  const { section, order, deleted } = board;
  return { ...Object.fromEntries(boardFields.map((field) => [field, board[field]])), section, order, deleted };
}

/** An action is about all of the board, an edit about its own fields. */
export const wholeBoard: Compared<Board> = { fields: fieldsOf, yours: null };
const compared = (command: CommandOnBoard): Compared<Board> =>
  command.type === 'edit' ? { fields: fieldsOf, yours: { ...command.fields } } : wholeBoard;
