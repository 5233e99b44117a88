import { rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EventStoreDBClient } from '@eventstore/db-client';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import {
  authority,
  expired,
  ofAnotherName,
  ofThisMachine,
  selfSigned,
} from '../../../../eventstoredb/src/certificates';
import { EventStoreDbServer, type EventStoreDbServerOptions } from '../../../../eventstoredb/src/server';
import { ConfigError } from '../../kernel/config';
import { NO_STREAM } from './event-log';
import { newEvent } from './event-log.contract';
import { EventStoreDbEventLog } from './eventstoredb.event-log';

const users = { admin: 'changeit', gos: 'sécret:1' };
const gos = `gos:${encodeURIComponent(users.gos)}`;
const caFile = join(tmpdir(), `gos-test-authority-${process.pid}.pem`);

describe('an address of EventStoreDB', () => {
  const servers: EventStoreDbServer[] = [];
  const logs: EventStoreDbEventLog[] = [];
  const start = async (options: EventStoreDbServerOptions) => {
    const server = await EventStoreDbServer.start(options);
    servers.push(server);
    return server;
  };
  const open = (url: string) => {
    const log = new EventStoreDbEventLog({ url, appendTimeoutMs: 3_000, readTimeoutMs: 3_000 });
    logs.push(log);
    return log;
  };

  beforeAll(() => writeFileSync(caFile, authority));
  afterEach(async () => {
    await Promise.all(logs.splice(0).map((log) => log.close()));
    await Promise.all(servers.splice(0).map((server) => server.stop()));
  });
  afterAll(() => rmSync(caFile));

  it('may ask for TLS by an authority of one’s own, and name a user', async () => {
    const { port } = await start({ certificate: ofThisMachine, users });
    for (const node of [
      `esdb://admin:changeit@127.0.0.1:${port}`,
      `esdb+discover://admin:changeit@127.0.0.1:${port}`,
    ]) {
      const log = open(`${node}?tls=true&tlsCAFile=${encodeURIComponent(caFile)}`);
      const stream = `task-${node.length}`;
      const { position } = await log.append(stream, NO_STREAM, [newEvent()]);
      expect(await log.end()).toBe(position);
      const rung = new Promise<void>((resolve) => void log.onAppended(resolve));
      await log.append(stream, 0, [newEvent()]);
      await rung;
    }
  });

  it('may name a user that is no admin, once it may read $all', async () => {
    const { port } = await start({ certificate: ofThisMachine, users });
    const at = (user: string) => `esdb://${user}@127.0.0.1:${port}?tlsCAFile=${caFile}`;
    const log = open(at(gos));
    await log.append('task-1', NO_STREAM, [newEvent()]);
    await expect(log.readAll(null, 10)).rejects.toThrow(/denies access.*docs\/operations\.md/);
    const admin = EventStoreDBClient.connectionString(at('admin:changeit'));
    await admin.setStreamMetadata('$all', { acl: { readRoles: ['$admins', 'gos'] } });
    expect(await log.readAll(null, 10)).toHaveLength(1);
    await admin.dispose();
  });

  describe('that is wrong is told in one sentence', () => {
    /** By every kind of call, twice, and also where nodes are looked for: it is the same sentence, without anything that changes. */
    async function sentences(address: string): Promise<string[]> {
      const said = new Set<string>();
      const discovered = `${address.replace('esdb:', 'esdb+discover:')}&maxDiscoverAttempts=1`;
      for (const url of [address, discovered]) {
        const log = open(url);
        const calls = [
          () => log.append('task-1', NO_STREAM, [newEvent()]),
          () => log.readStream('task-1'),
          () => log.readAll(null, 10),
          () => log.identity(),
        ];
        for (const call of [...calls, ...calls]) {
          await call().then(
            () => said.add('nothing'),
            ({ name, message }: Error) => said.add(`${name}: ${message}`),
          );
        }
      }
      return [...said];
    }

    it.each<[string, EventStoreDbServerOptions, (port: number) => string, RegExp]>([
      [
        'a certificate of an authority that is not named',
        { certificate: ofThisMachine },
        (port) => `esdb://127.0.0.1:${port}?tls=true`,
        /^StoreUnavailable: The event store's certificate is signed by nobody who is trusted here: .*tlsCAFile=FILE$/,
      ],
      [
        'a certificate signed by itself',
        { certificate: selfSigned },
        (port) => `esdb://127.0.0.1:${port}?tlsCAFile=${caFile}`,
        /^StoreUnavailable: The event store's certificate is signed by nobody who is trusted here: .*tlsCAFile=FILE$/,
      ],
      [
        'a certificate for another name',
        { certificate: ofAnotherName },
        (port) => `esdb://127.0.0.1:${port}?tlsCAFile=${caFile}`,
        /^StoreUnavailable: The event store's certificate is for another name than that in EVENTSTOREDB_URL/,
      ],
      [
        'a certificate that has expired',
        { certificate: expired },
        (port) => `esdb://127.0.0.1:${port}?tlsCAFile=${caFile}`,
        /^StoreUnavailable: The event store's certificate has expired/,
      ],
      [
        'TLS where there is none',
        {},
        (port) => `esdb://127.0.0.1:${port}?tls=true`,
        /^StoreUnavailable: EVENTSTOREDB_URL requires TLS, and the server there has none: add tls=false/,
      ],
      [
        'no TLS where there is',
        { certificate: ofThisMachine },
        (port) => `esdb://127.0.0.1:${port}?tls=false`,
        /^StoreUnavailable: The event store hangs up at once: where it has TLS, tls=false must not stand in EVENTSTOREDB_URL/,
      ],
      [
        'a wrong password',
        { certificate: ofThisMachine, users },
        (port) => `esdb://gos:wrong@127.0.0.1:${port}?tlsCAFile=${caFile}`,
        /^StoreUnavailable: The event store does not know the user of EVENTSTOREDB_URL by this password: correct USER:PASSWORD/,
      ],
      [
        'no user where one is asked for',
        { certificate: ofThisMachine, users },
        (port) => `esdb://127.0.0.1:${port}?tlsCAFile=${caFile}`,
        /^StoreUnavailable: The event store denies access to the user of EVENTSTOREDB_URL, or there is none in it/,
      ],
      [
        'a name that is not found',
        {},
        (port) => `esdb://nobody.invalid:${port}?tls=false`,
        /^StoreUnavailable: The name of the host in EVENTSTOREDB_URL is not found/,
      ],
    ])('%s', async (_, options, addressOf, sentence) => {
      const { port } = await start(options);
      expect(await sentences(addressOf(port))).toEqual([expect.stringMatching(sentence)]);
    });

    it('a port at which nobody listens', async () => {
      const { port } = await start({});
      await servers[0]!.die();
      expect(await sentences(`esdb://127.0.0.1:${port}?tls=false`)).toEqual([
        expect.stringMatching(/^StoreUnavailable: Nobody listens where EVENTSTOREDB_URL points to/),
      ]);
    });

    it('a port that somebody else answers', async () => {
      const other: Server = createServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
      await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
      const { port } = other.address() as { port: number };
      for (const said of await sentences(`esdb://127.0.0.1:${port}?tls=false`))
        expect(said).not.toMatch(/\d{4}-\d\d-\d\dT/);
      other.close();
    });

    it.each([
      [`tlsCAFile=${caFile}.away`, /^EVENTSTOREDB_URL names tlsCAFile=.*away, which is not there\.$/],
      ['tlsCAFile=/', /^EVENTSTOREDB_URL names tlsCAFile=\/, which cannot be read\.$/],
      [
        `tlsCAFile=${import.meta.filename}`,
        /^EVENTSTOREDB_URL names tlsCAFile=.*, which is no certificate in PEM form\.$/,
      ],
      [
        `userCertFile=${caFile}&userKeyFile=${caFile}.key`,
        /^EVENTSTOREDB_URL names userKeyFile=.*key, which is not there\.$/,
      ],
      ['tlsVerifyCert=false', /^EVENTSTOREDB_URL has tlsVerifyCert, which .*tlsCAFile=FILE/],
      ['tls_verify_cert=false', /^EVENTSTOREDB_URL has tlsVerifyCert/],
      ['tlsCaCert=x', /^EVENTSTOREDB_URL has an option that there is not: tlscacert\.$/],
      ['throw_on_append_failure=false', /^EVENTSTOREDB_URL has throwOnAppendFailure=false/],
    ])('before anything is asked: %s', (option, sentence) => {
      const opening = () => new EventStoreDbEventLog({ url: `esdb://admin:secret@127.0.0.1:2113?${option}` });
      expect(opening).toThrow(ConfigError);
      expect(opening).toThrow(sentence);
    });
  });
});
