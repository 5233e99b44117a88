/** Receives the output of an operation, line by line. */
export type ReportLine = (line: string) => void;

const betweenMs = 1_000;

/** Reports progress at most once a second; skipped lines are not even built. */
export function throttled(report: ReportLine): (line: () => string) => void {
  let said = performance.now();
  return (line) => {
    if (performance.now() - said < betweenMs) return;
    said = performance.now();
    report(line());
  };
}

/** A problem that the operator can fix: reported as one sentence, without a stack. */
export class OperationRefused extends Error {
  override readonly name = 'OperationRefused';
}
