import { Inject, Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Sessions } from '../../entities/session/sessions';
import { signInCookies, signOutCookies, type Tokens } from '../../http/cookies';
import { CONFIG, type Config } from '../../kernel/config';

/** Gives a browser the cookies of its session, and takes them away. */
@Injectable()
export class SessionCookies {
  constructor(
    private readonly sessions: Sessions,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * Starts a session of the person in this browser, and ends the one that it came with: tokens that lay in it before the sign-in,
   * or were put there, open nothing after it.
   */
  async begin(userId: number, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const tokens = await this.sessions.start(userId, request.headers['user-agent']);
    await this.sessions.endByCookies(request.headers.cookie);
    this.give(tokens, request, reply);
  }

  give(tokens: Tokens, request: FastifyRequest, reply: FastifyReply): void {
    reply.header('set-cookie', signInCookies(tokens, this.config, request.host));
  }

  take(request: FastifyRequest, reply: FastifyReply): void {
    reply.header('set-cookie', signOutCookies(this.config, request.host));
  }
}
