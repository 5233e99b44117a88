import type { BoardSection, NotificationLevel, ProjectPermission } from '@gos/domain';
import type { Department } from './text';

/** Days are counted from now: back where the name says ago, ahead otherwise. */
export interface BoardText {
  readonly name: string;
  readonly text?: string;
  /** Its present section; it has been in those before it. */
  readonly section: BoardSection;
  readonly openedDaysAgo: number;
  /** From then on it takes no more tasks: it is done or deleted. */
  readonly closedDaysAgo?: number;
  readonly deleted?: boolean;
  readonly assigned?: number;
  /** The day by which it should be done. */
  readonly due?: number;
  /** Matches names or tags of its tasks; any task of the project when absent. */
  readonly about?: RegExp;
  /** Names of tasks that nobody has begun. */
  readonly ideas?: readonly string[];
  /** Its first name. */
  readonly was?: string;
  /** The board in front of which it was moved later. */
  readonly ahead?: { readonly of: string; readonly daysAgo: number };
  /** Tasks that were imported from a table at once. */
  readonly imported?: { readonly name: string; readonly text: string; readonly count: number };
}

export interface ProjectText {
  /** Networks of tasks refer to it. */
  readonly key: 'shop' | 'outlet' | 'abroad' | 'catalogue' | 'claims' | 'books' | 'clearance';
  readonly name: string;
  readonly text: string;
  readonly url?: string;
  readonly startedDaysAgo: number;
  readonly finish: number | null;
  /** It has been inactive since then. */
  readonly finishedDaysAgo?: number;
  readonly contracts: readonly (readonly [contractId: string, name: string, client: string])[];
  /** The person who creates it. */
  readonly lead: number;
  readonly members: readonly (readonly [id: number, permission: ProjectPermission, notification: NotificationLevel])[];
  readonly changes?: readonly ({ readonly daysAgo: number; readonly user: number } & (
    | { readonly permission: ProjectPermission }
    | { readonly notification: NotificationLevel }
    | { readonly leaves: true }
  ))[];
  /** The time when its finish date was moved, and the number of days. */
  readonly postponed?: { readonly daysAgo: number; readonly days: number };
  /** Departments whose tasks it takes, and the share of matching tasks. */
  readonly departments: readonly Department[];
  readonly share: number;
  /** Name of a series of meetings about it. */
  readonly meetings?: string;
  readonly boards: readonly BoardText[];
}
