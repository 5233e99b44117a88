import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { connect, isIP, type Socket } from 'node:net';
import { connect as connectByTls } from 'node:tls';
import { EventStoreDBClient } from '@eventstore/db-client';
import { ConfigError } from '../../kernel/config';

/** Options of an address that the client knows, as it compares them; it prints the whole address for any other. */
const known = new Set([
  ...['tls', 'tlscafile', 'usercertfile', 'userkeyfile', 'throwonappendfailure', 'nodepreference', 'connectionname'],
  ...['maxdiscoverattempts', 'discoveryinterval', 'gossiptimeout'],
  ...['defaultdeadline', 'keepaliveinterval', 'keepalivetimeout'],
]);
const nodeTimeoutMs = 2_000;
/**
 * Our values of options that an address does not name. A frozen node is given up after 2 + 2 s and a silent one is passed over after 2 s;
 * a cluster has elected another leader after 5 to 8 s.
 */
const defaults = { keepAliveInterval: '2000', keepAliveTimeout: '2000', gossipTimeout: '2' };
/** The beginning of every HTTP/2 connection: the preface and empty settings. */
const greeting = Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0', 'latin1');
/** First byte of a server's answer to what is no TLS. */
const alert = 0x15;

function optionsOf(url: string): ReadonlyMap<string, string> {
  const found = [...url.matchAll(/[?&]([^=&]+)=([^&]*)/g)];
  return new Map(found.map(([, key, value]) => [key!.trim().toLowerCase().replace(/[_-]/g, ''), value!.trim()]));
}

/**
 * Drops the client's messages, since they may repeat the address with its password.
 * @throws ConfigError
 */
export function checkUrl(url: string): void {
  if (!/^esdb(\+discover)?:\/\/[^/?\s]+/.test(url)) {
    throw new ConfigError('EVENTSTOREDB_URL must look like esdb://host:2113?tls=false.');
  }
  const options = optionsOf(url);
  if (/^[^?]*@/.test(url) && options.get('tls') === 'false') {
    throw new ConfigError('EVENTSTOREDB_URL has credentials and tls=false: they would be ignored, or read by anybody.');
  }
  if (options.get('throwonappendfailure') === 'false') {
    throw new ConfigError(
      'EVENTSTOREDB_URL has throwOnAppendFailure=false: refused appends would look like written ones.',
    );
  }
  if (options.has('tlsverifycert')) {
    throw new ConfigError(
      'EVENTSTOREDB_URL has tlsVerifyCert, which the client does not heed: name the certificate of the authority with tlsCAFile=FILE instead.',
    );
  }
  const strange = [...options.keys()].find((option) => !known.has(option));
  if (strange !== undefined) throw new ConfigError(`EVENTSTOREDB_URL has an option that there is not: ${strange}.`);
  for (const option of ['tlsCAFile', 'userCertFile', 'userKeyFile']) checkFile(option, options);
  try {
    clientFor(url);
  } catch {
    throw new ConfigError(
      'EVENTSTOREDB_URL cannot be read: it must look like esdb://USER:PASSWORD@host:2113, with percent-encoded characters.',
    );
  }
}

/** The package's client for an address, with our defaults. */
export function clientFor(url: string): EventStoreDBClient {
  const options = optionsOf(url);
  const added = Object.entries(defaults).filter(([option]) => !options.has(option.toLowerCase()));
  const query = added.map(([option, value]) => `${option}=${value}`).join('&');
  const address = url.includes('?') ? `${url}&${query}` : `${url.replace(/\/+$/, '')}?${query}`;
  const { warn } = console;
  // The client warns of a keep-alive below 10 s.
  console.warn = () => {};
  try {
    return EventStoreDBClient.connectionString(query === '' ? url : address);
  } finally {
    console.warn = warn;
  }
}

function checkFile(option: string, options: ReadonlyMap<string, string>): void {
  const file = fileOf(option, options);
  if (file === null) return;
  let content: Buffer;
  try {
    content = readFileSync(file);
  } catch (error) {
    const why = (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'is not there' : 'cannot be read';
    throw new ConfigError(`EVENTSTOREDB_URL names ${option}=${file}, which ${why}.`);
  }
  if (option !== 'userKeyFile' && !isCertificate(content)) {
    throw new ConfigError(`EVENTSTOREDB_URL names ${option}=${file}, which is no certificate in PEM form.`);
  }
}

function fileOf(option: string, options: ReadonlyMap<string, string>): string | null {
  const named = options.get(option.toLowerCase());
  if (named === undefined) return null;
  try {
    return decodeURIComponent(named);
  } catch {
    return named;
  }
}

function isCertificate(content: Buffer): boolean {
  try {
    return new X509Certificate(content) !== null && content.includes('-----BEGIN CERTIFICATE-----');
  } catch {
    return false;
  }
}

/**
 * Returns the reason why no node of an address can name the leader: the message of the first node's error; null when
 * one can. The client does not report it.
 */
export async function whyNoNodeAnswers(url: string): Promise<string | null> {
  const options = optionsOf(url);
  const [, named] = /^[^:]+:\/\/(?:[^/?]*@)?([^/?]+)/.exec(url)!;
  const nodes = named!.split(',').map((node) => node.split(':'));
  const failures = await Promise.all(
    nodes.map(([host, port = '2113']) => whyNodeDoesNotAnswer({ host: host!, port: Number(port) }, options)),
  );
  return failures.includes(null) ? null : failures[0]!;
}

function whyNodeDoesNotAnswer(
  node: { readonly host: string; readonly port: number },
  options: ReadonlyMap<string, string>,
): Promise<string | null> {
  const isPlain = options.get('tls') === 'false';
  const file = fileOf('tlsCAFile', options);
  return new Promise((resolve) => {
    const servername = isIP(node.host) === 0 ? { servername: node.host } : {};
    const ca = file === null ? {} : { ca: readFileSync(file) };
    const socket: Socket = isPlain
      ? connect(node)
      : connectByTls({ ...node, ...servername, ...ca, ALPNProtocols: ['h2'] }, () => end(null));
    const end = (failure: string | null) => {
      socket.destroy();
      resolve(failure);
    };
    if (isPlain) socket.on('connect', () => socket.write(greeting));
    socket.on('data', ([first]) => end(first === alert ? 'Failed to connect' : null));
    socket.on('error', ({ message }) => end(message));
    socket.on('close', () => end('Failed to connect'));
    socket.setTimeout(nodeTimeoutMs, () => end(`connect ETIMEDOUT ${node.host}:${node.port}`));
  });
}
