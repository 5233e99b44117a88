import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

/** A refusal of the server: a reply of SMTP with its code first. */
export type Reply = `${number} ${string}`;

/** An SMTP server on a free port that keeps what it takes. */
export class TestSmtpServer {
  private server: SMTPServer | undefined;
  private port = 0;
  /** Whole mails as they came. */
  readonly mails: string[] = [];
  /** `user:password` of every sign-in that was tried. */
  readonly signIns: string[] = [];
  /** The replies that refuse each step from now on. */
  refusing: { sender?: Reply; recipient?: Reply; content?: Reply; signIn?: Reply } = {};
  /** Called when a whole mail came, before it is answered. */
  onContent: () => Promise<void> = async () => {};

  private constructor(private readonly options: SMTPServerOptions) {}

  /** By default without STARTTLS and without a need to sign in. */
  static async start(options: SMTPServerOptions = {}): Promise<TestSmtpServer> {
    const server = new TestSmtpServer({ hideSTARTTLS: true, authOptional: true, allowInsecureAuth: true, ...options });
    await server.listen();
    return server;
  }

  /** host:port */
  get address(): string {
    return `127.0.0.1:${this.port}`;
  }

  /** Ends and leaves its port to nobody. */
  async stop(): Promise<void> {
    const { server } = this;
    this.server = undefined;
    await new Promise<void>((resolve) => (server ? server.close(resolve) : resolve()));
  }

  private async listen(): Promise<void> {
    this.server = new SMTPServer({
      ...this.options,
      logger: false,
      closeTimeout: 1,
      onAuth: ({ username, password }, _session, done) => {
        this.signIns.push(`${username}:${password}`);
        const refusal = errorOf(this.refusing.signIn);
        return refusal ? done(refusal) : done(null, { user: username });
      },
      onMailFrom: (_address, _session, done) => done(errorOf(this.refusing.sender)),
      onRcptTo: (_address, _session, done) => done(errorOf(this.refusing.recipient)),
      onData: (stream, _session, done) => {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', async () => {
          await this.onContent();
          const refusal = errorOf(this.refusing.content);
          if (!refusal) this.mails.push(Buffer.concat(chunks).toString('latin1'));
          done(refusal);
        });
      },
    });
    this.server.on('error', () => {});
    const listening = this.server.listen(this.port, '127.0.0.1');
    await once(listening, 'listening');
    this.port = (listening.address() as AddressInfo).port;
  }
}

function errorOf(reply: Reply | undefined): (Error & { responseCode: number }) | null {
  if (!reply) return null;
  const [code, ...words] = reply.split(' ');
  return Object.assign(new Error(words.join(' ')), { responseCode: Number(code) });
}
