/** Receives the output of an operation, line by line. */
export type ReportLine = (line: string) => void;

/** A problem that the operator can fix: reported as one sentence, without a stack. */
export class OperationRefused extends Error {
  override readonly name = 'OperationRefused';
}
