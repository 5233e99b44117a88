import { refuse } from '@gos/domain';
import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { Sessions } from '../../entities/session/sessions';
import { PUBLIC, type PublicRoute } from '../../http/public-route';
import type { GosRequest } from '../../http/request-context';
import { Refused } from '../../kernel/refused';

const readsOnly: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Requires a signed-in person on every route that is not public. Against CSRF, changes also need a custom header: browsers send
 * cookies with requests of foreign pages, but custom headers only from our own.
 */
@Injectable()
export class SessionGuard implements CanActivate {
  constructor(
    private readonly sessions: Sessions,
    private readonly reflector: Reflector,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    if (context.getType() !== 'http') return true;
    const request = context.switchToHttp().getRequest<GosRequest>();
    const open = this.reflector.getAllAndOverride<PublicRoute | undefined>(PUBLIC, [
      context.getHandler(),
      context.getClass(),
    ]);
    if (!open) {
      const signedIn = await this.sessions.authenticate(request.headers.cookie);
      if (!signedIn) throw new Refused(refuse('auth.required'));
      request.signedIn = signedIn;
    }
    const changes = !readsOnly.has(request.method);
    if (changes && !open?.fromAnywhere && request.headers['x-requested-with'] !== 'gos') {
      throw new Refused(refuse('request.header-missing'));
    }
    return true;
  }
}
