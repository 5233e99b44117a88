import { type Actor, type Project, projectAggregate, projectFields, projectStream, refuse } from '@gos/domain';
import { isVisibleTo } from '@gos/projections';
import { Injectable } from '@nestjs/common';
import type { Compared } from '../../engine/commands/command-context';
import { CommandRunner } from '../../engine/commands/command-runner';
import { Refused } from '../../kernel/refused';

/** Loads projects from the log, not from read models, so that a command of a member who was just removed is refused. */
@Injectable()
export class ProjectMembers {
  constructor(private readonly runner: CommandRunner) {}

  /** The project, and the actor with the permission that the project's stream gives them; null when there is no such project. */
  async load<A extends Actor>(projectId: number, actor: A): Promise<{ project: Project; actor: A } | null> {
    const project = await this.runner.load(projectStream(projectId), projectAggregate);
    return this.seen(project, actor);
  }

  /** @throws Refused with `project.not-found` */
  assertVisible<A extends Actor>(project: Project | null, actor: A): { project: Project; actor: A } {
    const found = this.seen(project, actor);
    if (found === null) throw new Refused(refuse('project.not-found'));
    return found;
  }

  private seen<A extends Actor>(project: Project | null, actor: A): { project: Project; actor: A } | null {
    if (project === null) return null;
    const { [project.id]: _, ...others } = actor.projects;
    const member = project.members.find(({ userId }) => userId === actor.id);
    const projects = member ? { ...others, [project.id]: member.permission } : others;
    const present = { ...actor, projects };
    return isVisibleTo({ parties: [], projectId: project.id }, present) ? { project, actor: present } : null;
  }
}

/** The project as the instance that If-Match is compared with, for a command that adds something to it. */
export const comparedProject = (id: number): Compared<Project> => ({
  aggregate: projectAggregate,
  id,
  fields: (project) => Object.fromEntries(projectFields.map((field) => [field, project[field]])),
});
