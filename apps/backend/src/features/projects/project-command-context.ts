import {
  type Actor,
  type Project,
  type ProjectCommand,
  type ProjectFacts,
  projectAggregate,
  projectStream,
  projectUndoing,
  type UndoBody,
} from '@gos/domain';
import { type AccessDocument, accessModel } from '@gos/projections';
import { CommandContextOf } from '../../engine/commands/command-context';
import type { CommandRun } from '../../engine/commands/command-runner';
import type { PersonSender } from '../../engine/commands/command-sender';
import { UndoScans } from '../../engine/commands/undo-scans';
import { Locks } from '../../engine/coordination/locks';
import { ActiveReadModels } from '../../engine/projections/active-read-models';
import { ProjectMembers } from '../../shared/project/project-members';
import { AblePeople } from '../../shared/user/able-people';
import { peopleLock } from '../../shared/user/active-admins';
import { NameablePeople } from '../../shared/user/nameable-people';

type Commander = PersonSender['actor'];
type TakesFrom = Extract<ProjectCommand, { readonly type: 'changeMember' | 'removeMember' }>;
const takesFrom = (command: ProjectCommand): command is TakesFrom =>
  command.type === 'changeMember' || command.type === 'removeMember';

@CommandContextOf(projectAggregate)
export class ProjectCommandContext {
  constructor(
    private readonly members: ProjectMembers,
    private readonly people: NameablePeople,
    private readonly able: AblePeople,
    private readonly locks: Locks,
    private readonly readModels: ActiveReadModels,
    private readonly scans: UndoScans,
  ) {}

  affects(command: ProjectCommand): readonly number[] {
    if (command.type === 'undo') return command.body.affected ?? [];
    return takesFrom(command) ? [command.body.userId] : [];
  }

  /** "Somebody active manages each project" is a rule over projects and people: one may leave while the other is taken out. */
  around(run: () => Promise<CommandRun<Project | null>>, command: ProjectCommand): Promise<CommandRun<Project | null>> {
    return takesFrom(command) || command.type === 'undo' ? this.locks.hold(peopleLock, run) : run();
  }

  async facts(state: Project | null, command: ProjectCommand, sender: PersonSender): Promise<ProjectFacts> {
    if (command.type === 'create') {
      return { actor: sender.actor, nameable: [], unable: [], projectsOf: await this.projectsOf(sender.actor.id) };
    }
    const { project, actor } = this.members.assertVisible(state, sender.actor);
    if (command.type === 'undo') return this.ofUndo(project, command.body, actor);
    const named = command.type === 'addMember' ? [command.body.userId] : [];
    const unable = takesFrom(command) ? await this.unableIn(project) : [];
    const own = command.type === 'addMember' ? await this.projectsBefore(command.body.userId, actor) : {};
    return { actor, nameable: await this.people.of(named, actor), unable, ...own };
  }

  private async ofUndo(project: Project, body: UndoBody, actor: Commander): Promise<ProjectFacts> {
    const undo = await this.scans.of(projectUndoing, projectStream(project.id), body);
    const concerned = undo.steps.flatMap(({ event }) => (event.data as { readonly userId?: number }).userId ?? []);
    const own = concerned[0] === undefined ? {} : await this.projectsBefore(concerned[0], actor);
    return {
      actor,
      nameable: await this.people.of(concerned, actor),
      unable: await this.unableIn(project),
      ...own,
      undo,
    };
  }

  private async projectsBefore(userId: number, actor: Actor): Promise<Partial<ProjectFacts>> {
    const access = await this.readModels.get<AccessDocument>(accessModel, userId);
    const projects = Object.keys(access?.projects ?? {});
    const managed = projects.filter((id) => actor.projects?.[Number(id)] === 'manage');
    return { projectsOf: projects.length, sharedProjects: managed.length };
  }

  private async projectsOf(userId: number): Promise<number> {
    const access = await this.readModels.get<AccessDocument>(accessModel, userId);
    return Object.keys(access?.projects ?? {}).length;
  }

  private async unableIn({ members }: Project): Promise<number[]> {
    const managers = members.filter(({ permission }) => permission === 'manage').map(({ userId }) => userId);
    const able = await this.able.among(managers);
    return managers.filter((userId) => !able.includes(userId));
  }
}
