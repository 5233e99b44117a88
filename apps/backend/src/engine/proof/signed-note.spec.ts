import { describe, expect, it } from '@jest/globals';
import { checkpointText, openCheckpoint, parseCheckpointText } from './checkpoint-text';
import { emptyRoot } from './merkle-tree';
import { decodeVerifier, encodeVerifier, InvalidNote, keyIdOf, openNote, signerOf, signNote } from './signed-note';

/** Key and note of the documentation of golang.org/x/mod/sumdb/note. */
const seed = Buffer.from('gQoUAtUUbI2E8kQzMPVAgOv5juF9nHT2JS/F1ccoMXM=', 'base64');
const peter = 'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW';
const text = "If you think cryptography is the answer to your problem,\nthen you don't know what your problem is.\n";
const note = `${text}\n— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n`;
const other = signerOf('Other', Buffer.alloc(32, 7));

describe('a signed note', () => {
  it('is the same as that of the Go package, with the same key and id', () => {
    const signer = signerOf('PeterNeumann', seed);
    expect(keyIdOf(signer).toString('hex')).toBe('c74f20a3');
    expect(encodeVerifier(signer)).toBe(peter);
    expect(signNote(text, [signer])).toBe(note);
    expect(openNote(note, [decodeVerifier(peter)]).text).toBe(text);
  });

  it('is opened by any known key that signed it, and names all of them', () => {
    const both = signNote(text, [signerOf('PeterNeumann', seed), other]);
    expect(openNote(both, [other]).signedBy).toEqual([other]);
    expect(openNote(both, [other, decodeVerifier(peter)]).signedBy).toHaveLength(2);
    expect(() => openNote(note, [other])).toThrow(InvalidNote);
    expect(() => openNote(note, [signerOf('PeterNeumann', Buffer.alloc(32, 7))])).toThrow(InvalidNote);
  });

  it('with any bit changed is not opened', () => {
    const bytes = Buffer.from(note);
    for (let at = 0; at < bytes.length; at++) {
      const changed = Buffer.from(bytes);
      changed[at]! ^= 1;
      expect(() => openNote(changed.toString(), [decodeVerifier(peter)])).toThrow(InvalidNote);
    }
  });

  it('has keys that are checked when they are read', () => {
    for (const wrong of ['', 'a+b', peter.replace('c74f20a3', 'c74f20a4'), peter.replace('ARpc', 'ARpd')]) {
      expect(() => decodeVerifier(wrong)).toThrow(InvalidNote);
    }
    expect(() => signerOf('two words', seed)).toThrow(InvalidNote);
  });
});

describe('a checkpoint', () => {
  it('names log, size and root', () => {
    const head = { origin: 'gos/1', size: 0, root: emptyRoot };
    expect(checkpointText(head)).toBe('gos/1\n0\n47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=\n');
    expect(openCheckpoint(signNote(checkpointText(head), [other]), [other])).toEqual(head);
    expect(parseCheckpointText(`${checkpointText(head)}a further line\n`)).toEqual(head);
  });

  it.each(['', 'gos/1\n', 'gos/1\n01\n47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=\n', 'gos/1\n1\nAAAA\n'])(
    'is refused when it is malformed: %j',
    (malformed) => {
      expect(() => parseCheckpointText(malformed)).toThrow(InvalidNote);
    },
  );
});
