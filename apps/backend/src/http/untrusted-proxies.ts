import { Injectable, Logger } from '@nestjs/common';
import type { FastifyInstance } from 'fastify';
import { isNearby, type KnowsAddress } from '../kernel/trusted-proxies';

/** Limit of named proxies. */
const most = 20;

/**
 * Proxies in this machine's networks that forward for others but are not trusted, so all people behind one count as
 * one. The log names each once. Proxies elsewhere are not named: anybody can send such a header.
 */
@Injectable()
export class UntrustedProxies {
  private readonly logger = new Logger('Proxies');
  private readonly seen = new Set<string>();

  /** The addresses of the proxies that were seen first. */
  get all(): readonly string[] {
    return [...this.seen];
  }

  /** Inspects the headers of each request. */
  watch(fastify: FastifyInstance, isTrusted: KnowsAddress): void {
    fastify.addHook('onRequest', (request, _reply, done) => {
      const address = request.socket.remoteAddress;
      if (address !== undefined && 'x-forwarded-for' in request.headers && !isTrusted(address)) this.note(address);
      done();
    });
  }

  private note(address: string): void {
    const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
    if (this.seen.size >= most || this.seen.has(plain) || !isNearby(plain)) return;
    this.seen.add(plain);
    this.logger.warn({
      message: 'A proxy that is not trusted says for whom it asks: set GOS_TRUSTED_PROXIES if it is yours',
      address: plain,
    });
  }
}
