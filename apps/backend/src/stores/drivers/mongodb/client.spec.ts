import { describe, expect, it } from '@jest/globals';
import { clientOf, databaseOf } from './client';

function ends(url: string) {
  const options = clientOf({ url }).options as unknown as Record<string, unknown>;
  const { writeConcern, readConcern, readPreference, retryWrites, retryReads, ignoreUndefined } = options;
  const { serverSelectionTimeoutMS, connectTimeoutMS, waitQueueTimeoutMS, socketTimeoutMS } = options;
  const { promoteLongs = true, promoteValues = true, promoteBuffers, useBigInt64, raw, bsonRegExp, appName } = options;
  return JSON.parse(
    JSON.stringify({
      ...{ writeConcern, readConcern, readPreference, retryWrites, retryReads, ignoreUndefined, appName },
      ...{ serverSelectionTimeoutMS, connectTimeoutMS, waitQueueTimeoutMS, socketTimeoutMS },
      ...{ promoteLongs, promoteValues, promoteBuffers, useBigInt64, raw, bsonRegExp },
    }),
  ) as object;
}

describe('an address', () => {
  it('of nothing but a host leaves what the adapters need', () => {
    expect(ends('mongodb://db')).toMatchObject({
      writeConcern: { w: 'majority', journal: true, wtimeoutMS: 5_000 },
      readConcern: { level: 'majority' },
      readPreference: { mode: 'primary' },
      retryWrites: true,
      retryReads: true,
      ignoreUndefined: true,
      serverSelectionTimeoutMS: 3_000,
      socketTimeoutMS: 7_000,
      promoteLongs: true,
    });
  });

  it.each([
    ...['w=0', 'w=1', 'w=dc', 'journal=false', 'j=false', 'fsync=false', 'wtimeoutMS=1', 'wtimeout=1'],
    ...['readConcernLevel=local', 'READCONCERNLEVEL=available', 'read%43oncernLevel=local'],
    ...['readPreference=secondary', 'readPreference=nearest&readPreferenceTags=dc:a&readPreferenceTags='],
    ...['maxStalenessSeconds=120', 'readPreference=secondary&maxStalenessSeconds=120'],
    ...['retryWrites=false', 'retryReads=false', 'serverSelectionTimeoutMS=1', 'connectTimeoutMS=1'],
    ...['waitQueueTimeoutMS=1', 'socketTimeoutMS=0', 'timeoutMS=1', 'ignoreUndefined=false', 'appName=other'],
    ...['promoteLongs=false', 'promoteValues=false', 'promoteBuffers=true', 'useBigInt64=true', 'raw=true'],
    ...['bsonRegExp=true', 'maxPoolSize=7&w=0&tls=false&journal=false'],
  ])('cannot weaken it: %s', (query) => {
    const plain = ends('mongodb://db/gos');
    for (const url of [`mongodb://db/gos?${query}`, `mongodb://db/?${query}`, `mongodb://a:b@db,e:27018/gos?${query}`])
      expect(ends(url)).toEqual(plain);
  });

  it('keeps all else that it says', () => {
    const url =
      'mongodb://me:s%3Fcret@a:1,b:2/things?w=1&replicaSet=rs&tls=true&maxPoolSize=7&authSource=admin&j=false';
    const { options } = clientOf({ url });
    expect(options).toMatchObject({ replicaSet: 'rs', tls: true, maxPoolSize: 7, dbName: 'things' });
    expect(options.credentials).toMatchObject({ username: 'me', password: 's?cret', source: 'admin' });
    expect(options.hosts.map(String)).toEqual(['a:1', 'b:2']);
    expect(databaseOf(url)).toBe('things');
  });
});
