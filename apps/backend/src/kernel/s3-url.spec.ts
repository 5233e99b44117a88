import { describe, expect, it } from '@jest/globals';
import { s3LocationOf } from './s3-url';

describe('S3_URL', () => {
  it('names the store, the bucket and the key', () => {
    expect(s3LocationOf('http://key:secret@127.0.0.1:9000/gos')).toEqual({
      endpoint: 'http://127.0.0.1:9000',
      bucket: 'gos',
      prefix: '',
      region: 'us-east-1',
      accessKeyId: 'key',
      secretAccessKey: 'secret',
      forcePathStyle: true,
    });
  });

  it('may name a region, a folder and the way of addressing', () => {
    expect(
      s3LocationOf(
        'https://AKIA1:a%2Fb%2Bc%25@s3.eu-central-1.amazonaws.com/files/gos//one/?region=eu-central-1&forcePathStyle=false',
      ),
    ).toEqual({
      endpoint: 'https://s3.eu-central-1.amazonaws.com',
      bucket: 'files',
      prefix: 'gos/one/',
      region: 'eu-central-1',
      accessKeyId: 'AKIA1',
      secretAccessKey: 'a/b+c%',
      forcePathStyle: false,
    });
  });

  it.each([
    ['nonsense', 'look like'],
    ['s3://key:topsecret@host/bucket', 'look like'],
    ['http://key:topsecret@host', 'bucket'],
    ['http://key:topsecret@host/', 'bucket'],
    ['http://key:topsecret@host/No_Bucket', 'bucket'],
    ['http://host/bucket', 'access key'],
    ['http://key@host/bucket', 'access key'],
    ['http://key:topsecret%@host/bucket', '%25'],
    ['http://key:topsecret@host/bucket?region=Evropa střed', 'region'],
    ['http://key:topsecret@host/bucket?forcePathStyle=yes', 'forcePathStyle'],
    ['http://key:topsecret@host/bucket?regoin=x', 'regoin'],
  ])('refuses %s with one sentence that does not tell the secret', (value, said) => {
    const refusal = (() => {
      try {
        return s3LocationOf(value);
      } catch (error) {
        return error;
      }
    })();
    expect(refusal).toBeInstanceOf(RangeError);
    const { message } = refusal as RangeError;
    expect(message).toMatch(/^S3_URL [^\n]+\.$/);
    expect(message).toContain(said);
    expect(message).not.toContain('topsecret');
  });
});
