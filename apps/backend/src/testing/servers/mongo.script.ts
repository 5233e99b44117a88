import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { BSON, type Document } from 'mongodb';

const [OP_REPLY, OP_QUERY, OP_MSG] = [1, 2004, 2013];
const header = 16;

export interface Asked {
  readonly name: string;
  readonly command: Document;
}

/** A document; `cut` breaks the connection instead, and nothing is said to `silence`. */
export type Said = Document | 'cut' | 'silence';

/** Gives scripted answers in place of a MongoDB server: by default the only member of a replica set. */
export class ScriptedMongo {
  private readonly sockets = new Set<Socket>();
  /** Commands that came, without those by which a driver looks after its connections. */
  readonly asked: Asked[] = [];

  private constructor(
    private readonly server: Server,
    private readonly says: (asked: Asked) => Said | undefined | Promise<Said | undefined>,
  ) {}

  static async start(says: (asked: Asked) => Said | undefined | Promise<Said | undefined>): Promise<ScriptedMongo> {
    const server = createServer();
    const scripted = new ScriptedMongo(server, says);
    server.on('connection', (socket) => scripted.hold(socket));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return scripted;
  }

  get url(): string {
    return `mongodb://${this.address}/?replicaSet=rs&minHeartbeatFrequencyMS=20`;
  }

  private get address(): string {
    return `127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    const closed = once(this.server, 'close');
    this.server.close();
    for (const socket of this.sockets) socket.destroy();
    await closed;
  }

  private hold(socket: Socket): void {
    this.sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => this.sockets.delete(socket));
    let bytes = Buffer.alloc(0);
    socket.on('data', (chunk: Buffer) => {
      bytes = Buffer.concat([bytes, chunk]);
      while (bytes.length >= header && bytes.length >= bytes.readInt32LE(0)) {
        const message = bytes.subarray(0, bytes.readInt32LE(0));
        bytes = bytes.subarray(message.length);
        void this.answer(socket, message);
      }
    });
  }

  private async answer(socket: Socket, message: Buffer): Promise<void> {
    const command = commandIn(message);
    const name = Object.keys(command)[0]!;
    const isHello = ['hello', 'ismaster', 'isMaster'].includes(name);
    const asked = { name: isHello ? 'hello' : name, command };
    if (!isHello && name !== 'ping' && name !== 'endSessions') this.asked.push(asked);
    const said = await this.says(asked);
    if (said === 'silence') return;
    if (said === 'cut') return void socket.destroy();
    socket.write(reply(message, { ok: 1, ...(isHello && this.hello), ...said }));
  }

  private get hello(): Document {
    return {
      isWritablePrimary: true,
      setName: 'rs',
      hosts: [this.address],
      me: this.address,
      primary: this.address,
      minWireVersion: 0,
      maxWireVersion: 21,
      maxBsonObjectSize: 16_777_216,
      maxMessageSizeBytes: 48_000_000,
      maxWriteBatchSize: 100_000,
      logicalSessionTimeoutMinutes: 30,
    };
  }
}

function commandIn(message: Buffer): Document {
  if (message.readInt32LE(12) === OP_QUERY) {
    const afterName = message.indexOf(0, header + 4) + 1;
    return BSON.deserialize(documentAt(message, afterName + 8));
  }
  // Flags come first, then the command; documents of a batch follow in a section of their own.
  return BSON.deserialize(documentAt(message, header + 5));
}

const documentAt = (message: Buffer, at: number) => message.subarray(at, at + message.readInt32LE(at));

function reply(to: Buffer, document: Document): Buffer {
  const isQuery = to.readInt32LE(12) === OP_QUERY;
  const body = BSON.serialize(document);
  const before = Buffer.alloc(isQuery ? header + 20 : header + 5);
  before.writeInt32LE(before.length + body.length, 0);
  before.writeInt32LE(to.readInt32LE(4), 8);
  before.writeInt32LE(isQuery ? OP_REPLY : OP_MSG, 12);
  if (isQuery) before.writeInt32LE(1, header + 16);
  return Buffer.concat([before, body]);
}
