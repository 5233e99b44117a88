import { hashBytes } from './merkle-tree';
import { InvalidNote, openNote, parseNote, type Verifier } from './signed-note';

/** A tree as a checkpoint names it: C2SP tlog-checkpoint. */
export interface TreeHead {
  /** The log's own name, unique among all logs. */
  readonly origin: string;
  readonly size: number;
  readonly root: Buffer;
}

/** The text that is signed. */
export const checkpointText = ({ origin, size, root }: TreeHead) => `${origin}\n${size}\n${root.toString('base64')}\n`;

/** @throws InvalidNote */
export function parseCheckpointText(text: string): TreeHead {
  const [origin = '', size = '', encoded = ''] = text.split('\n');
  const root = Buffer.from(encoded, 'base64');
  const isHead = origin !== '' && /^(0|[1-9]\d{0,15})$/.test(size) && root.toString('base64') === encoded;
  if (!isHead || root.length !== hashBytes || !text.endsWith('\n')) throw new InvalidNote('Not a checkpoint');
  return { origin, size: Number(size), root };
}

/** The tree that a checkpoint names, without a check of its signatures. @throws InvalidNote */
export const readCheckpoint = (note: string): TreeHead => parseCheckpointText(parseNote(note).text);

/** The tree of a checkpoint that one of the keys signed. @throws InvalidNote */
export const openCheckpoint = (note: string, known: readonly Verifier[]): TreeHead =>
  parseCheckpointText(openNote(note, known).text);
