export const operations = [
  'lag',
  'rebuild',
  'verify',
  'export',
  'import',
  'backup',
  'restore',
  'user',
  'dead-letters',
] as const;
export type Operation = (typeof operations)[number];

/** What a running process does; the others work on what no process has open. */
const ofRunning: ReadonlySet<string> = new Set<Operation>([
  'lag',
  'rebuild',
  'verify',
  'export',
  'user',
  'dead-letters',
]);
/** Only the process that keeps the documents builds them anew. */
export const ofLeader: ReadonlySet<string> = new Set<Operation>(['rebuild']);
/** What the process that leads does for others; the rest is said to no other process, since it holds people's data. */
export const askable: ReadonlySet<string> = new Set<Operation>(['lag', 'rebuild', 'verify']);
/** Asked by who needs the stores alone: every process answers, whatever it does. */
export const isAnybodyThere = 'is-anybody-there';

export const isOfRunning = (operation: string): operation is Operation => ofRunning.has(operation);
