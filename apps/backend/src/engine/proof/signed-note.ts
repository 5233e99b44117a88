import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';

/** Type of an Ed25519 key, in key ids and in encoded keys: C2SP signed-note. */
const ed25519 = Buffer.from([1]);
const seedPrefix = Buffer.from('302e020100300506032b657004220420', 'hex');
const publicPrefix = Buffer.from('302a300506032b6570032100', 'hex');
const idBytes = 4;
const signatureBytes = 64;
const keyBytes = 32;

/** A public key and the name under which it signs. */
export interface Verifier {
  readonly name: string;
  readonly publicKey: Buffer;
}

export interface Signer extends Verifier {
  readonly privateKey: KeyObject;
}

export interface SignedNote {
  /** Ends with a line break. */
  readonly text: string;
  readonly signatures: readonly { readonly name: string; readonly keyId: Buffer; readonly signature: Buffer }[];
}

/** The note is malformed. */
export class InvalidNote extends Error {
  override readonly name = 'InvalidNote';
}

const isName = (name: string) => /^[^\s+]+$/u.test(name);

/** The first four bytes of SHA-256 over name, line break, type of the key, and the key. */
export function keyIdOf({ name, publicKey }: Verifier): Buffer {
  return createHash('sha256').update(`${name}\n`).update(ed25519).update(publicKey).digest().subarray(0, idBytes);
}

/** A key as existing tools take it: `NAME+ID+KEY`, with the id in hex and type and key in base64. */
export function encodeVerifier(verifier: Verifier): string {
  const key = Buffer.concat([ed25519, verifier.publicKey]).toString('base64');
  return `${verifier.name}+${keyIdOf(verifier).toString('hex')}+${key}`;
}

/** @throws InvalidNote */
export function decodeVerifier(text: string): Verifier {
  const [, name = '', id = '', encoded = ''] = /^([^\s+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/=]+)$/u.exec(text.trim()) ?? [];
  const key = Buffer.from(encoded, 'base64');
  const verifier = { name, publicKey: key.subarray(1) };
  const isEd25519 = key.length === 1 + keyBytes && key[0] === ed25519[0];
  if (!isEd25519 || keyIdOf(verifier).toString('hex') !== id) throw new InvalidNote('Not a key of a signed note');
  return verifier;
}

/** @param seed 32 bytes */
export function signerOf(name: string, seed: Buffer): Signer {
  if (!isName(name)) throw new InvalidNote('A name of a key has neither spaces nor a plus sign');
  const privateKey = createPrivateKey({ key: Buffer.concat([seedPrefix, seed]), format: 'der', type: 'pkcs8' });
  const publicKey = createPublicKey(privateKey).export({ format: 'der', type: 'spki' }).subarray(publicPrefix.length);
  return { name, publicKey, privateKey };
}

/** Returns the note: the text, an empty line, and a line for each signature. */
export function signNote(text: string, signers: readonly Signer[]): string {
  if (!text.endsWith('\n')) throw new InvalidNote('The text of a note ends with a line break');
  return `${text}\n${signers.map((signer) => signatureLine(text, signer)).join('')}`;
}

function signatureLine(text: string, signer: Signer): string {
  const signature = sign(null, Buffer.from(text), signer.privateKey);
  return `— ${signer.name} ${Buffer.concat([keyIdOf(signer), signature]).toString('base64')}\n`;
}

/** Splits a note; verifies nothing. @throws InvalidNote */
export function parseNote(note: string): SignedNote {
  const at = note.lastIndexOf('\n\n');
  if (at < 0 || !note.endsWith('\n')) throw new InvalidNote('Not a signed note');
  const lines = note.slice(at + 2, -1).split('\n');
  const signatures = lines.map((line) => {
    const [, name = '', encoded = ''] = /^— ([^\s+]+) ([A-Za-z0-9+/]+={0,2})$/u.exec(line) ?? [];
    const bytes = Buffer.from(encoded, 'base64');
    if (bytes.length <= idBytes || bytes.toString('base64') !== encoded)
      throw new InvalidNote('A signature of the note is malformed');
    return { name, keyId: bytes.subarray(0, idBytes), signature: bytes.subarray(idBytes) };
  });
  return { text: note.slice(0, at + 1), signatures };
}

/**
 * Returns the text of a note and the keys that signed it; signatures of unknown keys are ignored.
 * @throws InvalidNote when no known key signed it, or a signature of a known key is wrong
 */
export function openNote(note: string, known: readonly Verifier[]): { text: string; signedBy: readonly Verifier[] } {
  const { text, signatures } = parseNote(note);
  const signedBy = signatures.flatMap(({ name, keyId, signature }) => {
    const verifier = known.find((one) => one.name === name && keyIdOf(one).equals(keyId));
    if (!verifier) return [];
    if (!isSignatureOf(text, signature, verifier)) throw new InvalidNote('A signature of the note is wrong');
    return [verifier];
  });
  if (signedBy.length === 0) throw new InvalidNote('No known key signed the note');
  return { text, signedBy };
}

function isSignatureOf(text: string, signature: Buffer, { publicKey }: Verifier): boolean {
  if (signature.length !== signatureBytes) return false;
  const key = createPublicKey({ key: Buffer.concat([publicPrefix, publicKey]), format: 'der', type: 'spki' });
  return verify(null, Buffer.from(text), key, signature);
}
