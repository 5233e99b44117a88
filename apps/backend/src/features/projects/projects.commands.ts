import {
  type NewProject,
  type Project,
  type ProjectCommand,
  projectDecider,
  projectFields,
  projectStream,
} from '@gos/domain';
import type { CommandAnswer } from '@gos/projections';
import { Injectable } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AggregateCommands, type Compared } from '../../engine/commands/aggregate-commands';
import type { PersonContext } from '../../engine/commands/command-context';
import type { Outcome } from '../../engine/commands/command-runner';
import { IdempotencyKeys } from '../../engine/commands/idempotency';
import { Views } from '../../engine/projections/views';
import { ProjectMembers } from '../../entities/project/project-members';
import { NameablePeople } from '../../entities/user/nameable-people';

export type CommandOnProject = Exclude<ProjectCommand, { type: 'create' }>;

/** A command on one project, or to create one. */
export type ProjectRequest =
  | { readonly on: 'project'; readonly projectId: number; readonly command: CommandOnProject }
  | { readonly on: 'new'; readonly project: NewProject };

export class ChangeProject extends Command<CommandAnswer> {
  constructor(
    readonly request: ProjectRequest,
    readonly context: PersonContext,
  ) {
    super();
  }
}

const numbered = { counter: 'project', streamOf: projectStream, decider: projectDecider };

@CommandHandler(ChangeProject)
@Injectable()
export class ChangeProjectHandler implements ICommandHandler<ChangeProject> {
  constructor(
    private readonly commands: AggregateCommands,
    private readonly keys: IdempotencyKeys,
    private readonly views: Views,
    private readonly members: ProjectMembers,
    private readonly people: NameablePeople,
  ) {}

  execute({ request, context }: ChangeProject): Promise<CommandAnswer> {
    return this.keys.inTurn(context, async () => {
      const { state, position } = await this.run(request, context);
      await this.views.settled(position);
      return { id: state!.id, revision: state!.revision, position: position ?? this.views.applied ?? '0' };
    });
  }

  private run(request: ProjectRequest, context: PersonContext): Promise<Outcome<Project | null>> {
    if (request.on === 'project') return this.change(request.projectId, request.command, context);
    const { project } = request;
    const commandOf = (projectId: number): ProjectCommand => ({ type: 'create', projectId, project });
    return this.commands.create(numbered, commandOf, context, async () => ({ actor: context.actor, nameable: [] }));
  }

  private change(projectId: number, command: CommandOnProject, context: PersonContext) {
    const target = { stream: projectStream(projectId), decider: projectDecider };
    const factsOf = async (state: Project | null) => {
      const { actor } = this.members.mustSee(state, context.actor);
      const named = command.type === 'addMember' ? [command.userId] : [];
      return { actor, nameable: await this.people.of(named, actor) };
    };
    return this.commands.change(target, command, context, factsOf, compared(command));
  }
}

/** A member's own two fields are what a change of them is about; other commands are about the whole project. */
function compared(command: CommandOnProject): Compared<Project> {
  if (command.type === 'edit') return { fields: fieldsOf, yours: { ...command.fields } };
  if (command.type !== 'changeMember') return { fields: fieldsOf, yours: null };
  const { userId, permission, notification } = command;
  return {
    fields: ({ members }) => ({ ...members.find((member) => member.userId === userId) }),
    yours: { permission, notification },
  };
}

function fieldsOf(project: Project): Readonly<Record<string, unknown>> {
  return { ...Object.fromEntries(projectFields.map((field) => [field, project[field]])), members: project.members };
}
