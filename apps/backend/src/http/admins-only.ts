import { refuse } from '@gos/domain';
import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Refused } from '../kernel/refused';
import type { GosRequest } from './request-context';

/** Allows admins only; runs after the guard that identifies the person. */
@Injectable()
export class AdminsOnly implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const { signedIn } = context.switchToHttp().getRequest<GosRequest>();
    if (!signedIn) throw new Refused(refuse('auth.required'));
    if (signedIn.actor.role !== 'admin') throw new Refused(refuse('user.forbidden'));
    return true;
  }
}
