import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import type { Json } from '../../../testing/harness';

const sha256 = (data: Buffer | string) => createHash('sha256').update(data).digest();
const head = (major: number, value: number): Buffer => {
  if (value < 24) return Buffer.from([(major << 5) | value]);
  return value < 256
    ? Buffer.from([(major << 5) | 24, value])
    : Buffer.from([(major << 5) | 25, value >> 8, value & 255]);
};

type Cbor = number | string | Buffer | ReadonlyMap<number | string, Cbor>;

/** The little of CBOR that an authenticator needs. */
function cbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  return Buffer.concat([head(5, value.size), ...[...value].flatMap(([key, one]) => [cbor(key), cbor(one)])]);
}

/** A device that makes passkeys and signs with them, as a browser would answer for it. */
export class Authenticator {
  private readonly keys = new Map<string, KeyObject>();
  private counter = 0;

  constructor(private readonly origin: string) {}

  /** Answers the options of `POST /api/me/passkeys/options`. */
  create({ challenge, rp }: Json, { origin = this.origin } = {}) {
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const id = randomBytes(16);
    this.keys.set(id.toString('base64url'), privateKey);
    const { x, y } = publicKey.export({ format: 'jwk' });
    const coordinate = (text = '') => Buffer.from(text, 'base64url');
    const cose = cbor(
      new Map<number, Cbor>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, coordinate(x)],
        [-3, coordinate(y)],
      ]),
    );
    const idLength = Buffer.from([0, id.length]);
    const authData = Buffer.concat([this.data(rp.id, 0x45), Buffer.alloc(16), idLength, id, cose]);
    const attestation = new Map<string, Cbor>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', authData],
    ]);
    return this.answer(id.toString('base64url'), {
      clientDataJSON: clientData('webauthn.create', challenge, origin).toString('base64url'),
      attestationObject: cbor(attestation).toString('base64url'),
      transports: ['internal'],
    });
  }

  /** Answers the options of `POST /api/auth/second-step/options`. */
  get({ challenge, rpId, allowCredentials }: Json, { origin = this.origin } = {}) {
    const id = allowCredentials.map((one: Json) => one.id).find((one: string) => this.keys.has(one));
    const authenticatorData = this.data(rpId, 0x05);
    const client = clientData('webauthn.get', challenge, origin);
    const signature = sign('sha256', Buffer.concat([authenticatorData, sha256(client)]), this.keys.get(id)!);
    return this.answer(id, {
      clientDataJSON: client.toString('base64url'),
      authenticatorData: authenticatorData.toString('base64url'),
      signature: signature.toString('base64url'),
    });
  }

  private data(rpId: string, flags: number): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(++this.counter);
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), counter]);
  }

  private answer(id: string, response: object) {
    return { id, rawId: id, type: 'public-key', response, clientExtensionResults: {} };
  }
}

const clientData = (type: string, challenge: string, origin: string) =>
  Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
