export const operations = [
  'lag',
  'rebuild',
  'verify',
  'set-aside',
  'export',
  'import',
  'backup',
  'restore',
  'accept-log',
  'user',
  'dead-letters',
  'checkpoint',
  'log-key',
] as const;
export type Operation = (typeof operations)[number];

/** Operations that a running process performs; the others need a data folder that no process has open. */
const runningOperations: ReadonlySet<string> = new Set<Operation>([
  'lag',
  'rebuild',
  'verify',
  'set-aside',
  'export',
  'user',
  'dead-letters',
  'checkpoint',
  'log-key',
]);
/** Operations of the projector's leader: only that process may rebuild documents. */
export const leaderOperations: ReadonlySet<string> = new Set<Operation>(['rebuild']);
/** Operations that may be sent to the leading process. The others hold personal data, which is never broadcast. */
export const remoteOperations: ReadonlySet<string> = new Set<Operation>(['lag', 'rebuild', 'verify', 'set-aside']);
/** Sent before an operation that needs the stores for itself; every process answers, whatever its role. */
export const pingOperation = 'is-anybody-there';

export const isOfRunning = (operation: string): operation is Operation => runningOperations.has(operation);
