import { describe, expect, it } from '@jest/globals';
import { emptyRoot, inclusionProof, leafHashOf, nodeHashOf, rootOf } from './merkle-tree';
import { consistencyProof, holdsConsistency, holdsInclusion } from './testing/proofs';
import { encodeEntries, nodesOfTiles, parseTilePath, tilePath, tileWidthIn } from './tiles';
import { TreeEdge } from './tree-edge';

/** Leaves and roots of the reference implementation of RFC 6962 (certificate-transparency). */
const leaves = ['', '00', '10', '2021', '3031', '40414243', '5051525354555657', '606162636465666768696a6b6c6d6e6f'];
const roots = [
  'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
];

/** The tree of RFC 6962 as the RFC writes it down: slow, and obviously right. */
function slowRoot(hashes: readonly Buffer[]): Buffer {
  if (hashes.length === 0) return emptyRoot;
  if (hashes.length === 1) return hashes[0]!;
  let k = 1;
  while (k * 2 < hashes.length) k *= 2;
  return nodeHashOf(slowRoot(hashes.slice(0, k)), slowRoot(hashes.slice(k)));
}

const numbered = (count: number) => Array.from({ length: count }, (_, n) => leafHashOf(Buffer.from(`event ${n}`)));

function grown(hashes: readonly Buffer[]) {
  const edge = TreeEdge.empty();
  const tiles = new Map<string, Buffer>();
  for (const hash of hashes) {
    for (const { level, index, hashes: whole } of edge.add(hash)) tiles.set(`${level}/${index}`, whole);
  }
  const read = nodesOfTiles((level, index) => tiles.get(`${level}/${index}`) ?? edge.tile(level));
  return { edge, tiles, read };
}

describe('the tree', () => {
  it('has the roots of the reference implementation', async () => {
    const edge = TreeEdge.empty();
    const found = [(await edge.root()).toString('hex')];
    for (const leaf of leaves) {
      edge.add(leafHashOf(Buffer.from(leaf, 'hex')));
      found.push((await edge.root()).toString('hex'));
    }
    expect(found).toEqual(roots);
  });

  it('has the same root from its edge, its tiles and the definition, at sizes around those of tiles', async () => {
    for (const size of [1, 2, 255, 256, 257, 511, 512, 513, 700]) {
      const hashes = numbered(size);
      const { edge, read } = grown(hashes);
      const right = slowRoot(hashes);
      expect(await edge.root()).toEqual(right);
      expect(await rootOf(read, size)).toEqual(right);
      expect(TreeEdge.of(size, edge.tiles()).tiles()).toEqual(edge.tiles());
    }
  });

  it('keeps the roots of its past over three levels of tiles', async () => {
    const size = 256 * 256 + 3;
    const { edge, read, tiles } = grown(numbered(size));
    expect([...tiles.keys()].filter((key) => !key.startsWith('0/'))).toEqual(['1/0']);
    expect(await rootOf(read, size)).toEqual(await edge.root());
    const younger = grown(numbered(70_000 - 5_000)).edge;
    expect(await rootOf(read, younger.size)).toEqual(await younger.root());
  });

  it('proves every leaf in every size, and nothing else', async () => {
    const hashes = numbered(20);
    const { read } = grown(hashes);
    for (let size = 1; size <= hashes.length; size++) {
      const root = await rootOf(read, size);
      for (let leaf = 0; leaf < size; leaf++) {
        const proof = await inclusionProof(read, leaf, size);
        expect(holdsInclusion(hashes[leaf]!, leaf, size, proof, root)).toBe(true);
        expect(holdsInclusion(leafHashOf(Buffer.from('another')), leaf, size, proof, root)).toBe(false);
        expect(holdsInclusion(hashes[leaf]!, (leaf + 1) % size, size, proof, root)).toBe(size === 1);
        expect(holdsInclusion(hashes[leaf]!, leaf, size, [...proof, root], root)).toBe(false);
        if (proof.length > 0) expect(holdsInclusion(hashes[leaf]!, leaf, size, proof.slice(0, -1), root)).toBe(false);
      }
    }
    await expect(inclusionProof(read, 20, 20)).rejects.toThrow(RangeError);
  });

  it('proves that every size continues every smaller one, and no other', async () => {
    const { read } = grown(numbered(20));
    const other = grown([...numbered(19), leafHashOf(Buffer.from('another'))].reverse()).read;
    for (let size = 1; size <= 20; size++) {
      const newer = { size, root: await rootOf(read, size) };
      for (let older = 1; older <= size; older++) {
        const proof = await consistencyProof(read, older, size);
        const right = { size: older, root: await rootOf(read, older) };
        expect(holdsConsistency(right, newer, proof)).toBe(true);
        expect(holdsConsistency({ size: older, root: await rootOf(other, older) }, newer, proof)).toBe(false);
        expect(holdsConsistency(right, { size, root: await rootOf(other, size) }, proof)).toBe(false);
        expect(holdsConsistency(right, newer, [...proof, right.root])).toBe(false);
      }
    }
    await expect(consistencyProof(read, 0, 20)).rejects.toThrow(RangeError);
    await expect(consistencyProof(read, 21, 20)).rejects.toThrow(RangeError);
  });

  it('refuses an edge that no tree of the size has', () => {
    const { edge } = grown(numbered(300));
    expect(() => TreeEdge.of(301, edge.tiles())).toThrow(RangeError);
    expect(() => TreeEdge.of(300, edge.tiles().slice(0, 1))).toThrow(RangeError);
  });
});

describe('tiles', () => {
  it.each([
    ['tile/0/000', { level: 0, index: 0, width: 256 }],
    ['tile/0/001.p/17', { level: 0, index: 1, width: 17 }],
    ['tile/1/x001/234', { level: 1, index: 1_234, width: 256 }],
    ['tile/0/x001/x234/067', { level: 0, index: 1_234_067, width: 256 }],
    ['tile/entries/x123/456.p/255', { level: 'entries', index: 123_456, width: 255 }],
  ] as const)('have the paths of tlog-tiles: %s', (path, tile) => {
    expect(tilePath(tile)).toBe(path);
    expect(parseTilePath(path.replace('tile/', ''))).toEqual(tile);
  });

  it.each([
    '0/1',
    '0/0001',
    '0/x000/001',
    '0/001.p/256',
    '0/001.p/0',
    '0/001.p/07',
    '64/000',
    '00/001',
    'data/000',
    '',
  ])('have no other path: %s', (path) => {
    expect(parseTilePath(path)).toBe(null);
  });

  it('have the width that the tree gives them', () => {
    expect(tileWidthIn(700, 0, 1)).toBe(256);
    expect(tileWidthIn(700, 0, 2)).toBe(188);
    expect(tileWidthIn(700, 0, 3)).toBe(0);
    expect(tileWidthIn(700, 1, 0)).toBe(2);
    expect(tileWidthIn(700, 2, 0)).toBe(0);
  });

  it('of entries have each leaf after its length', () => {
    expect(encodeEntries([Buffer.from('ab'), Buffer.from('')]).toString('hex')).toBe('000261620000');
  });
});
