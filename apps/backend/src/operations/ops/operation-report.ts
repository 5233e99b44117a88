/** What operations say while they work: one line each. */
export type ReportLine = (line: string) => void;

const betweenMs = 1_000;

/** Says how far something is, at most once a second: a line in between is not even made. */
export function throttled(report: ReportLine): (line: () => string) => void {
  let said = performance.now();
  return (line) => {
    if (performance.now() - said < betweenMs) return;
    said = performance.now();
    report(line());
  };
}

/** Something that the person who operates can put right: one sentence, no stack. */
export class OperationRefused extends Error {
  override readonly name = 'OperationRefused';
}
