import { readFileSync } from 'node:fs';

/** Each connection of a browser and each open file of the stores takes one. */
const leastOpenFiles = 1_024;

/**
 * The limit of open files where it is too low; null where it is not, or not known. Node raises the soft limit to the hard one by
 * itself.
 */
function lowLimit(): number | null {
  let limits = '';
  try {
    limits = readFileSync('/proc/self/limits', 'utf8');
  } catch {
    return null;
  }
  const soft = Number(/^Max open files +(\d+)/m.exec(limits)?.[1] ?? leastOpenFiles);
  return soft < leastOpenFiles ? soft : null;
}

/** Ends the process with one sentence where it may not open enough files. To be called before anything else is imported. */
export function needOpenFiles(): void {
  const limit = lowLimit();
  if (limit === null) return;
  process.stderr.write(
    `Gos cannot start: the process may open ${limit} files only. Allow ${leastOpenFiles} or more ("ulimit -n", LimitNOFILE= of systemd, --ulimit nofile= of a container).\n`,
  );
  process.exit(1);
}
