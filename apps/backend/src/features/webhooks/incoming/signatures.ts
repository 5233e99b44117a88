import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { GitHost } from '@gos/domain';

/** Standard Webhooks: how far a delivery's time may lie from now. */
const toleranceMs = 5 * 60_000;

export const headerOf = (headers: IncomingHttpHeaders, name: string): string | null => {
  const value = headers[name];
  return typeof value === 'string' && value !== '' ? value : null;
};

/** Gitea and Forgejo send GitHub's and Gogs' headers too, so theirs come first. */
export function hostOf(headers: IncomingHttpHeaders): GitHost {
  if (headerOf(headers, 'x-gitea-event')) return 'gitea';
  if (headerOf(headers, 'x-gitlab-event')) return 'gitlab';
  return headerOf(headers, 'x-github-event') ? 'github' : 'standard';
}

/** Whether the delivery comes from Gogs or Bitbucket, whose deliveries are not supported. Gogs sends GitHub's headers too. */
export function isUnsupported(headers: IncomingHttpHeaders): boolean {
  const host = hostOf(headers);
  if (host === 'gitea' || host === 'gitlab') return false;
  if (headerOf(headers, 'x-gogs-event')) return true;
  return host === 'standard' && headerOf(headers, 'x-event-key') !== null && !headerOf(headers, 'webhook-signature');
}

const isForm = (headers: IncomingHttpHeaders): boolean =>
  /^application\/x-www-form-urlencoded\s*(;|$)/i.test(headerOf(headers, 'content-type') ?? '');

/** The JSON of a delivery: its body, or the field `payload` of a form, which GitHub and Gitea offer. */
export const payloadText = (headers: IncomingHttpHeaders, body: string): string =>
  isForm(headers) ? (new URLSearchParams(body).get('payload') ?? '') : body;

/** In constant time, whatever the lengths. */
function sameText(given: string, wanted: string): boolean {
  const [a, b] = [given, wanted].map((text) => createHash('sha256').update(text).digest());
  return timingSafeEqual(a!, b!);
}

const hmac = (key: string | Buffer, ...parts: readonly (string | Buffer)[]) => {
  const made = createHmac('sha256', key);
  for (const part of parts) made.update(part);
  return made;
};

/** The key of Standard Webhooks in a secret. */
const keyIn = (secret: string) => Buffer.from(secret.replace(/^whsec_/, ''), 'base64');

/** The value of `webhook-signature` that a secret gives. */
export const standardSignature = (secret: string, id: string, timestamp: string, body: string | Buffer) =>
  `v1,${hmac(keyIn(secret), `${id}.${timestamp}.`, body).digest('base64')}`;

function isStandard(headers: IncomingHttpHeaders, body: Buffer, secret: string, now: number): boolean {
  const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) =>
    headerOf(headers, name),
  );
  if (!id || !timestamp || !signatures || !/^\d{1,12}$/.test(timestamp)) return false;
  if (Math.abs(now - Number(timestamp) * 1_000) > toleranceMs) return false;
  const wanted = standardSignature(secret, id, timestamp, body);
  return signatures
    .split(' ')
    .slice(0, 20)
    .some((one) => sameText(one, wanted));
}

const signedAs: Readonly<Record<GitHost, (headers: IncomingHttpHeaders, body: Buffer, secret: string) => boolean>> = {
  github(headers, body, secret) {
    const given = headerOf(headers, 'x-hub-signature-256');
    return given !== null && sameText(given.toLowerCase(), `sha256=${hmac(secret, body).digest('hex')}`);
  },
  /** Gitea signs the JSON before it puts it into a form: `deliver.go` of its package `services/webhook`. */
  gitea(headers, body, secret) {
    const given = headerOf(headers, 'x-gitea-signature');
    const signed = isForm(headers) ? payloadText(headers, body.toString('utf8')) : body;
    return given !== null && sameText(given.toLowerCase(), hmac(secret, signed).digest('hex'));
  },
  gitlab(headers, _, secret) {
    const given = headerOf(headers, 'x-gitlab-token');
    return given !== null && sameText(given, secret);
  },
  standard: () => false,
};

/** Whether one of the secrets signed the delivery, as its host signs or as Standard Webhooks says. No JSON is parsed. */
export function isSigned(headers: IncomingHttpHeaders, body: Buffer, secrets: readonly string[], now: number): boolean {
  const signed = signedAs[hostOf(headers)];
  return secrets.some((secret) => signed(headers, body, secret) || isStandard(headers, body, secret, now));
}

const idHeaders: Readonly<Record<GitHost, readonly string[]>> = {
  github: ['x-github-delivery'],
  gitea: ['x-gitea-delivery'],
  gitlab: ['idempotency-key', 'x-gitlab-event-uuid', 'webhook-id'],
  standard: ['webhook-id'],
};

/** The host's own id of the delivery: the same when it is sent again. */
export function hostIdOf(headers: IncomingHttpHeaders): string | null {
  for (const name of idHeaders[hostOf(headers)]) {
    const id = headerOf(headers, name);
    if (id !== null) return id;
  }
  return null;
}

const kept =
  /^(content-type|user-agent|idempotency-key|webhook-(id|timestamp)|x-(github|gitlab|gitea)-(event|event-type|event-uuid|delivery|instance))$/;

/** The headers that are kept with a delivery: none that holds a secret or a signature. */
export const keptHeaders = (headers: IncomingHttpHeaders): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      kept.test(name) && typeof value === 'string' ? [[name, value.slice(0, 500)]] : [],
    ),
  );
