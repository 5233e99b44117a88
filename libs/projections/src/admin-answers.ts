export interface AdminPart {
  readonly part: 'event-log' | 'read-models' | 'documents' | 'accounts' | 'jobs' | 'files';
  readonly ok: boolean;
  /** Whether a process of this role is ready only when the part is. */
  readonly needed: boolean;
  readonly reason: 'no-answer' | 'unreachable' | 'behind' | 'not-built' | null;
  /** Where it is kept: in the data folder, or on a server. */
  readonly store: 'folder' | 'eventstoredb' | 'mongodb' | 'redis' | 's3';
}

/** What is being built anew, and how far it is. */
export interface AdminBuilding {
  readonly model: string;
  readonly events: number;
  /** Models of this build that are done, of so many. */
  readonly done: number;
  readonly of: number;
}

/** The last time that a process was asked to build read models anew. */
export interface AdminRebuild {
  /** null is all of them. */
  readonly model: string | null;
  readonly state: 'running' | 'done' | 'failed';
  readonly startedAt: string;
  readonly endedAt: string | null;
}

export interface AdminProcess {
  readonly id: string;
  readonly role: 'all' | 'api' | 'projector' | 'worker';
  readonly version: string;
  readonly host: string;
  readonly pid: number;
  readonly since: string;
  /** Whether it keeps the read models. */
  readonly leads: boolean;
  /** The one that answers. */
  readonly answers: boolean;
}

export interface AdminModel {
  readonly name: string;
  /** How often its documents were built in this version of the product; null before the first time. */
  readonly build: number | null;
  readonly caughtUp: boolean;
}

export interface AdminQueue {
  readonly name: string;
  readonly waiting: number;
  readonly active: number;
  readonly delayed: number;
  readonly dead: number;
}

/** An installation as it is now. What cannot be asked just now is null. */
export interface AdminOverview {
  readonly ready: boolean;
  readonly parts: readonly AdminPart[];
  readonly processes: readonly AdminProcess[];
  readonly lag: { readonly events: number; readonly seconds: number; readonly caughtUp: boolean } | null;
  readonly models: readonly AdminModel[] | null;
  readonly building: AdminBuilding | null;
  readonly rebuild: AdminRebuild | null;
  readonly queues: readonly AdminQueue[] | null;
  /** Whether the queues have a page of their own at `/admin/queues`. */
  readonly queuesPage: boolean;
}

export interface DeadLetter {
  readonly id: string;
  readonly reason: string;
  readonly attempts: number;
  readonly addedAt: string;
  readonly failedAt: string;
  /** What the job was to act on, as JSON. */
  readonly data: unknown;
}
