import {
  type Project,
  type ProjectBodies,
  type ProjectCommand,
  type ProjectFacts,
  projectAggregate,
} from '@gos/domain';
import { Injectable } from '@nestjs/common';
import type { PersonContext } from '../../engine/commands/command-context';
import { CommandSurroundings, type Surroundings } from '../../engine/commands/command-surroundings';
import { ProjectMembers } from '../../entities/project/project-members';
import { NameablePeople } from '../../entities/user/nameable-people';

@Injectable()
export class ProjectSurroundings implements Surroundings<ProjectBodies, Project, ProjectFacts> {
  constructor(
    all: CommandSurroundings,
    private readonly members: ProjectMembers,
    private readonly people: NameablePeople,
  ) {
    all.add(projectAggregate, this);
  }

  async facts(state: Project | null, command: ProjectCommand, context: PersonContext): Promise<ProjectFacts> {
    if (command.type === 'create') return { actor: context.actor, nameable: [] };
    const { actor } = this.members.mustSee(state, context.actor);
    const named = command.type === 'addMember' ? [command.body.userId] : [];
    return { actor, nameable: await this.people.of(named, actor) };
  }
}
