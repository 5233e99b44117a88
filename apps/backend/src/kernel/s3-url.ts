/** Where the files of an installation lie on an S3-compatible store. */
export interface S3Place {
  /** Address of the store without a path. */
  readonly endpoint: string;
  readonly bucket: string;
  /** What the names of all objects begin with: empty, or ending with a slash. */
  readonly prefix: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** The bucket is part of the path (most stores), or of the host's name. */
  readonly forcePathStyle: boolean;
}

const form = 'https://KEY:SECRET@HOST/BUCKET?region=REGION';
/** As S3 itself allows them, without the dots that no certificate covers. */
const bucketName = /^[a-z0-9][a-z0-9-]{1,61}[a-z0-9]$/;
const parameters = ['region', 'forcePathStyle'];

/**
 * Reads `http[s]://KEY:SECRET@HOST[:PORT]/BUCKET[/PREFIX][?region=us-east-1&forcePathStyle=true]`. Characters of key and secret that
 * an address does not allow are percent-encoded. The sentences of its errors never repeat the secret.
 * @throws RangeError with one sentence
 */
export function s3PlaceOf(value: string): S3Place {
  const url = URL.canParse(value) ? new URL(value) : null;
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') throw new RangeError(`S3_URL must look like ${form}.`);
  for (const name of url.searchParams.keys()) {
    if (!parameters.includes(name)) throw new RangeError(`S3_URL knows region and forcePathStyle, not "${name}".`);
  }
  const [bucket = '', ...folders] = decoded(url.pathname.slice(1), 'path').split('/');
  if (!bucketName.test(bucket)) {
    throw new RangeError(`S3_URL must name a bucket after the host, as in ${form}, not "${bucket}".`);
  }
  const prefix = folders.filter((folder) => folder !== '').join('/');
  const accessKeyId = decoded(url.username, 'key');
  const secretAccessKey = decoded(url.password, 'secret');
  if (accessKeyId === '' || secretAccessKey === '') {
    throw new RangeError(`S3_URL must carry the access key and its secret, as in ${form}.`);
  }
  const region = url.searchParams.get('region') ?? 'us-east-1';
  if (!/^[a-z0-9-]{1,50}$/.test(region)) throw new RangeError(`S3_URL must give region a name, not "${region}".`);
  const pathStyle = url.searchParams.get('forcePathStyle') ?? 'true';
  if (pathStyle !== 'true' && pathStyle !== 'false') {
    throw new RangeError(`S3_URL must give forcePathStyle true or false, not "${pathStyle}".`);
  }
  return {
    endpoint: url.origin,
    bucket,
    prefix: prefix === '' ? '' : `${prefix}/`,
    region,
    accessKeyId,
    secretAccessKey,
    forcePathStyle: pathStyle === 'true',
  };
}

function decoded(part: string, what: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw new RangeError(`S3_URL must write a % in its ${what} as %25.`);
  }
}
