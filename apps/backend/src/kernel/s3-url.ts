/** The bucket and prefix of an S3-compatible store that hold an installation's files. */
export interface S3Location {
  /** URL of the store without a path. */
  readonly endpoint: string;
  readonly bucket: string;
  /** Prefix of all object names: empty, or ending with a slash. */
  readonly prefix: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** True: the bucket is part of the path, as most stores want it. False: it is part of the host name. */
  readonly forcePathStyle: boolean;
}

const form = 'https://KEY:SECRET@HOST/BUCKET?region=REGION';
/** The names that S3 allows, without dots: no wildcard certificate covers those. */
const bucketName = /^[a-z0-9][a-z0-9-]{1,61}[a-z0-9]$/;
const parameters = ['region', 'forcePathStyle'];

/**
 * Reads `http[s]://KEY:SECRET@HOST[:PORT]/BUCKET[/PREFIX][?region=us-east-1&forcePathStyle=true]`. Characters of key
 * and secret that are not allowed in a URL are percent-encoded. Error messages never repeat the secret.
 * @throws RangeError with one sentence
 */
export function s3LocationOf(value: string): S3Location {
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
