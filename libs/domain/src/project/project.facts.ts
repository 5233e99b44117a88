import type { Actor } from '../kernel/actor';
import type { UndoFacts } from '../kernel/undo';
import type { Project } from './project';

export interface ProjectFacts extends UndoFacts<Project> {
  readonly actor: Actor;
  /**
   * The ids in the command that the actor may name: people who are known and active, no auditors; for a collaborator, only those
   * they see.
   */
  readonly nameable: readonly number[];
  /**
   * The members who cannot manage any more: deactivated people and auditors. Loaded for commands by which somebody
   * loses `manage`.
   */
  readonly unable: readonly number[];
  /** create, addMember, undo: how many projects the new member is in. */
  readonly projectsOf?: number;
  /** addMember: how many projects that the actor manages the new member is in. */
  readonly sharedProjects?: number;
}
