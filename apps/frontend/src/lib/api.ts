import type { Problem } from '@gos/contract';
import { parseNamed } from './erased-names';
import { alsoWhenLeft } from './left-changes';
import { outage } from './outage';
import { randomId } from './random-id';
import { noteServerTime, serverNow } from './server-clock';
import { appGuard, sessionCookies } from './session';
import { apartFromRefresh, refreshOnce } from './session-refresh';
import { untilSignOut, whileSignedIn } from './sign-out';
import { inUploadTurn } from './upload-turns';
import { sleep, waits } from './waits';

/** A refusal, or another failure in the same form: code `request.failed`, with status 0 when there was no answer. */
export class ApiProblem extends Error {
  override readonly name = 'ApiProblem';
  constructor(
    readonly problem: Problem,
    /** From when on it may be tried again, by `performance.now()`; null where the server does not say. */
    readonly mayAgainAt: number | null = null,
  ) {
    super(problem.code);
  }

  get status(): number {
    return this.problem.status;
  }

  get code(): Problem['code'] {
    return this.problem.code;
  }

  get errors(): NonNullable<Problem['errors']> {
    return this.problem.errors ?? [];
  }
}

/**
 * Whether the server has decided (4xx). After any other failure the change may have been made: sent again, it keeps its
 * Idempotency-Key.
 */
export function isAnswer(problem: Problem | null): boolean {
  return problem !== null && problem.status >= 400 && problem.status < 500;
}

export type Params = Readonly<
  Record<string, string | number | boolean | readonly (string | number)[] | null | undefined>
>;

export interface ReadOptions {
  readonly params?: Params;
  readonly signal?: AbortSignal;
}

export interface ChangeOptions {
  /** Made once per action of a person; a new one when absent. */
  readonly idempotencyKey?: string;
  /** The revision that was looked at. */
  readonly ifMatch?: number;
  /** Its caller sees to what is left of it when the page is left: true is sent even then, for bodies of less than 64 KiB. */
  readonly keepalive?: boolean;
  readonly signal?: AbortSignal;
}

export interface UploadOptions {
  /** 0 to 1 */
  readonly onProgress?: (share: number) => void;
  readonly idempotencyKey?: string;
  readonly signal?: AbortSignal;
}

interface Answer {
  readonly status: number;
  readonly text: string;
  readonly retryAfter: string | null;
}

type Send = () => Promise<Answer>;

/** Returns whether a path needs a signed-in person; paths under `/auth/` do not. */
const ofPerson = (path: string): boolean => !path.startsWith('/auth/');

const failed = (status: number): ApiProblem =>
  new ApiProblem({ type: 'about:blank', title: 'Server error', status, code: 'request.failed', detail: '' });

/** A date in Retry-After counts as none. */
const secondsToWait = ({ retryAfter }: Answer): number => Number(retryAfter) || 0;
const mayAgainAt = (answer: Answer): number | null =>
  secondsToWait(answer) > 0 ? performance.now() + secondsToWait(answer) * 1_000 : null;

type SessionEnded = () => Promise<void>;
const nobodyAsks: SessionEnded = () => Promise.reject(failed(401));
let whenSessionEnded: SessionEnded = nobodyAsks;

/**
 * Sets the handler for an ended session. Its promise resolves after the next sign-in; then the request is sent again, so that
 * nothing typed is lost. Returns a function that removes the handler.
 */
export function onSessionEnded(handler: SessionEnded): () => void {
  whenSessionEnded = handler;
  return () => {
    if (whenSessionEnded === handler) whenSessionEnded = nobodyAsks;
  };
}

/** Steps that a person must finish before the API answers anything else. */
export type AskedFirst = 'password' | 'second-step';
const askedFirst: { readonly [C in Problem['code']]?: AskedFirst } = {
  'auth.password-change': 'password',
  'auth.second-step.required': 'second-step',
};
let whenAskedFirst: (what: AskedFirst) => void = () => undefined;

/** Sets the handler for a person who has to do something before anything else. Returns a function that removes the handler. */
export function onAskedFirst(handler: (what: AskedFirst) => void): () => void {
  whenAskedFirst = handler;
  return () => {
    if (whenAskedFirst === handler) whenAskedFirst = () => undefined;
  };
}

/** True once the session goes on, refreshed or after a new sign-in; false when the server cannot be reached, which does not end it. */
export async function continueSession(): Promise<boolean> {
  const refreshed = await refreshOnce();
  if (refreshed === 'refused') await whenSessionEnded();
  return refreshed !== 'unreachable';
}

async function answered(send: Send, repeatable: boolean): Promise<Answer> {
  for (let attempt = 0; ; attempt++) {
    let answer: Answer | null = null;
    try {
      answer = await whileSignedIn(send());
    } catch (error) {
      if ((error as { name?: unknown }).name === 'AbortError') throw error;
    }
    // Too much at once was refused before anything was done: whatever it is may be sent again.
    const inLine = answer?.status === 429 && /"limit\.(requests|uploads)"/.test(answer.text);
    if (answer && answer.status !== 503 && !inLine) return answer;
    // Damage of one thing lasts until an operator restores it, and concerns nothing else.
    if (answer && /"(store|event)\.damaged"/.test(answer.text)) return answer;
    if (answer && !inLine) outage.note(answer.text.includes('"installation.mismatch"') ? 'mismatch' : 'stores');
    const wait = waits[attempt];
    if ((!repeatable && !inLine) || wait === undefined) {
      if (answer) return answer;
      throw failed(0);
    }
    const asked = answer ? secondsToWait(answer) * 1_000 : 0;
    await whileSignedIn(sleep(Math.max(wait, Math.min(asked, 10_000))));
  }
}

/** Returns whether the access has expired, and can be refreshed. */
const needsRefresh = (): boolean => appGuard(sessionCookies(), serverNow()) === 'refresh';

/** When another person signs in meanwhile, the promise never settles and the request is not sent again. */
async function request<T>(send: Send, repeatable: boolean, path: string): Promise<T> {
  // A request that the server would refuse is not sent. Should the refresh fail, the answer to this request says what follows.
  if (ofPerson(path) && needsRefresh()) await whileSignedIn(refreshOnce());
  let answer = await answered(send, repeatable);
  if (answer.status === 401 && ofPerson(path)) {
    if (!(await whileSignedIn(continueSession()))) throw failed(0);
    answer = await answered(send, repeatable);
  }
  if (answer.status === 204) return undefined as T;
  let body: unknown;
  try {
    body = parseNamed(answer.text);
  } catch {
    throw failed(answer.status);
  }
  if (answer.status >= 400) {
    const known = typeof body === 'object' && body !== null && 'code' in body;
    const problem = known ? new ApiProblem(body as Problem, mayAgainAt(answer)) : failed(answer.status);
    const first = askedFirst[problem.code];
    if (first) whenAskedFirst(first);
    throw problem;
  }
  return body as T;
}

export function query(params: Params = {}): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(params)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined && one !== null) search.append(name, String(one));
    }
  }
  const text = search.toString();
  return text === '' ? '' : `?${text}`;
}

const viaFetch =
  (address: string, init: RequestInit): Send =>
  async () => {
    const response = await fetch(address, init);
    noteServerTime(response.headers.get('date'));
    return { status: response.status, text: await response.text(), retryAfter: response.headers.get('retry-after') };
  };

function change<T>(method: string, path: string, body?: unknown, options: ChangeOptions = {}): Promise<T> {
  const headers: Record<string, string> = {
    'X-Requested-With': 'gos',
    'Idempotency-Key': options.idempotencyKey ?? randomId(),
  };
  if (body !== undefined) headers['Content-Type'] = 'application/json';
  if (options.ifMatch !== undefined) headers['If-Match'] = `"${options.ifMatch}"`;
  const { signal, keepalive } = options;
  const init = { method, headers, signal, keepalive, ...(body !== undefined && { body: JSON.stringify(body) }) };
  const address = `/api${path}`;
  const send = () => request<T>(viaFetch(address, init), ofPerson(path), path);
  if (!ofPerson(path)) return apartFromRefresh(send);
  return keepalive === undefined ? alsoWhenLeft(address, init, send) : send();
}

/** Sends by XMLHttpRequest, because fetch has no upload progress. */
const viaXhr =
  (
    method: string,
    address: string,
    file: File,
    headers: Record<string, string>,
    { onProgress, signal }: UploadOptions,
  ): Send =>
  () =>
    new Promise((resolve, reject) => {
      const xhr = new XMLHttpRequest();
      const aborted = () => {
        xhr.abort();
        reject(new DOMException('cancelled', 'AbortError'));
      };
      if (signal?.aborted) return aborted();
      signal?.addEventListener('abort', aborted, { once: true });
      xhr.onloadend = () => signal?.removeEventListener('abort', aborted);
      xhr.open(method, address);
      for (const [name, value] of Object.entries(headers)) xhr.setRequestHeader(name, value);
      xhr.upload.onprogress = ({ loaded, total }) => onProgress?.(total > 0 ? loaded / total : 0);
      xhr.onload = () =>
        resolve({ status: xhr.status, text: xhr.responseText, retryAfter: xhr.getResponseHeader('retry-after') });
      xhr.onerror = () => reject(new TypeError('network'));
      const form = new FormData();
      form.set('file', file);
      xhr.send(form);
    });

/** The server's interface; paths without `/api`. @throws ApiProblem */
export const api = {
  get<T>(path: string, { params, signal }: ReadOptions = {}): Promise<T> {
    const ends = [signal, ofPerson(path) ? untilSignOut() : undefined].filter((one) => one !== undefined);
    return request<T>(viaFetch(`/api${path}${query(params)}`, { signal: AbortSignal.any(ends) }), true, path);
  },
  send: change,
  upload<T>(method: string, path: string, file: File, options: UploadOptions = {}): Promise<T> {
    const headers = { 'X-Requested-With': 'gos', 'Idempotency-Key': options.idempotencyKey ?? randomId() };
    return inUploadTurn(() => request<T>(viaXhr(method, `/api${path}`, file, headers, options), true, path));
  },
};
