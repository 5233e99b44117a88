export interface Options {
  /** Names of sections; empty for all. */
  readonly only: readonly string[];
  readonly quick: boolean;
  readonly json: string | null;
  readonly tasks: number;
  readonly people: number;
  /** Length of the log whose start is measured. */
  readonly startEvents: number;
  /** Approximate length of the log that is written to servers. */
  readonly serverEvents: number;
}

export class UsageError extends Error {
  override readonly name = 'UsageError';
}

const help =
  'npm run bench -- [--only NAME[,NAME] | --browser | --servers] [--quick] [--tasks N] [--events N] [--json FILE]';
/** The sections that measure in a browser. */
const inBrowser = 'pages,navigation,typing,rows';

export function readOptions(given: readonly string[], names: readonly string[]): Options {
  const values = new Map<string, string>();
  let quick = false;
  for (let at = 0; at < given.length; at++) {
    const [name = '', inline] = given[at]!.split('=');
    if (name === '--quick') quick = true;
    else if (name === '--browser') values.set('--only', inBrowser);
    else if (name === '--servers') values.set('--only', 'servers');
    else if (['--only', '--json', '--tasks', '--events'].includes(name)) values.set(name, inline ?? given[++at] ?? '');
    else throw new UsageError(`There is no option ${given[at]}: ${help}`);
  }
  const only = values.get('--only')?.split(',') ?? [];
  const unknown = only.find((name) => !names.includes(name));
  if (unknown !== undefined) throw new UsageError(`There is no section "${unknown}": ${names.join(', ')}`);
  const tasks = Number(values.get('--tasks') ?? (quick ? 10_000 : 100_000));
  if (!Number.isSafeInteger(tasks) || tasks < 1_000) throw new UsageError('--tasks is a whole number from 1000');
  const serverEvents = Number(values.get('--events') ?? (quick ? 2_000 : 10_000));
  if (!Number.isSafeInteger(serverEvents) || serverEvents < 1_000) {
    throw new UsageError('--events is a whole number from 1000');
  }
  if (values.get('--json') === '') throw new UsageError('--json needs the name of a file');
  return {
    only,
    quick,
    json: values.get('--json') ?? null,
    tasks,
    people: 500,
    startEvents: quick ? 100_000 : 1_000_000,
    serverEvents,
  };
}
