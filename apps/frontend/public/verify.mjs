// Checks events that were exported from a Gos log with their proofs. Needs Node 18 or later, nothing else, and no network.
//
//   node verify.mjs FILE [--key KEY]
//
// Without --key the keys in the file are taken, which proves only that the file is consistent in itself. Keep the keys of
// your installation elsewhere: `npm run ops -- log-key` prints them.
import { createHash, createPublicKey, verify } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { argv, exit } from 'node:process';

const sha256 = (...parts) => parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest();
const fail = (sentence) => {
  console.error(sentence);
  exit(1);
};

function canonicalJson(value) {
  if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item ?? null)).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).filter(([, item]) => item !== undefined);
  entries.sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${canonicalJson(item)}`).join(',')}}`;
}

/** A key as NAME+ID+KEY of C2SP signed-note. */
function readKey(text) {
  const [, name, id, encoded] = /^([^\s+]+)\+([0-9a-f]{8})\+(.+)$/.exec(text) ?? fail(`Not a key: ${text}`);
  const bytes = Buffer.from(encoded, 'base64');
  const isRight = bytes.length === 33 && bytes[0] === 1 && sha256(`${name}\n`, bytes).toString('hex').startsWith(id);
  if (!isRight) fail(`Not a key: ${text}`);
  const der = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), bytes.subarray(1)]);
  return { name, id, publicKey: createPublicKey({ key: der, format: 'der', type: 'spki' }) };
}

/** The size and the root of a checkpoint that one of the keys signed. */
function openCheckpoint(note, keys) {
  const at = note.lastIndexOf('\n\n');
  const text = note.slice(0, at + 1);
  const isSigned = note
    .slice(at + 2)
    .split('\n')
    .some((line) => {
      const [, name, encoded] = /^— (\S+) (\S+)$/.exec(line) ?? [];
      const bytes = Buffer.from(encoded ?? '', 'base64');
      const key = keys.find((one) => one.name === name && one.id === bytes.subarray(0, 4).toString('hex'));
      return key && verify(null, Buffer.from(text), key.publicKey, bytes.subarray(4));
    });
  if (!isSigned) fail('No known key signed the checkpoint.');
  const [origin, size, root] = text.split('\n');
  return { origin, size: Number(size), root: Buffer.from(root, 'base64') };
}

/** RFC 9162, section 2.1.3.2. */
function isInTree(leafHash, index, { size, root }, proof) {
  if (!Number.isSafeInteger(index) || index < 0 || index >= size) return false;
  let [hash, node, last] = [leafHash, index, size - 1];
  for (const sibling of proof.map((one) => Buffer.from(one, 'base64'))) {
    if (last === 0) return false;
    if (node % 2 === 1 || node === last) {
      hash = sha256(Buffer.of(1), sibling, hash);
      while (node % 2 === 0 && node !== 0) [node, last] = [node / 2, Math.floor(last / 2)];
    } else hash = sha256(Buffer.of(1), hash, sibling);
    [node, last] = [Math.floor(node / 2), Math.floor(last / 2)];
  }
  return last === 0 && hash.equals(root);
}

const [file, ...options] = argv.slice(2);
if (!file) fail('node verify.mjs FILE [--key KEY]');
let read;
try {
  read = JSON.parse(readFileSync(file, 'utf8'));
} catch (error) {
  fail(`${file} cannot be read, or was cut short: ${error.message}`);
}
if (read.format !== 'gos-log-proof/1') fail(`${file} is no export of events with proofs.`);
const given = options.flatMap((option, at) => (option === '--key' ? [options[at + 1] ?? ''] : []));
const checkpoint = openCheckpoint(read.checkpoint, (given.length > 0 ? given : read.keys).map(readKey));
const heads = new Map();
let former = -1;
for (const { index, event, proof } of read.events) {
  const name = `event ${index + 1}, ${event.stream} revision ${event.revision}`;
  const { stream, revision, id, type, data, metadata } = event;
  const { hash, ...rest } = metadata;
  const own = sha256(canonicalJson({ stream, revision, id, type, data, metadata: rest }));
  if (own.toString('hex') !== hash) fail(`${name}: its content is not what its hash says.`);
  if (!isInTree(sha256(Buffer.of(0), own), index, checkpoint, proof))
    fail(`${name}: the signed log has no such event there.`);
  if (index <= former) fail(`${name}: it is not in the order of the log.`);
  former = index;
  const before = heads.get(stream);
  if (before && revision === before.revision + 1 && metadata.previousHash !== before.hash)
    fail(`${name}: it does not follow the event before it.`);
  heads.set(stream, { revision, hash });
}
if (read.events.length !== read.count) fail(`The file has ${read.events.length} events and says ${read.count}.`);
console.log(
  `${read.count} events are in the log ${checkpoint.origin} of ${checkpoint.size} events, as they were recorded.`,
);
if (given.length === 0)
  console.log('The key was taken from the file itself: compare with --key and a key from elsewhere.');
