import { applyDecorators, SetMetadata } from '@nestjs/common';
import { marksFromAnywhere, marksPublic } from './described-route';

export interface PublicRoute {
  /** Accepts changes without the X-Requested-With header that protects against CSRF, as for webhook deliveries. */
  readonly fromAnywhere?: boolean;
}

/** Metadata key read by the session guard. */
export const PUBLIC = Symbol('Public');

/** Opens a route or a whole controller to requests without a session. */
export const Public = (route: PublicRoute = {}) =>
  applyDecorators(SetMetadata(PUBLIC, route), marksPublic(), ...(route.fromAnywhere ? [marksFromAnywhere()] : []));
