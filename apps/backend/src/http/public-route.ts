import { SetMetadata } from '@nestjs/common';

export interface PublicRoute {
  /** Changes may come without the header that only our own pages and deliberate clients send, such as deliveries of webhooks. */
  readonly fromAnywhere?: boolean;
}

/** Where the guard of sessions finds it. */
export const PUBLIC = Symbol('Public');

/** Opens a route, or all of a controller, to those who are not signed in. */
export const Public = (route: PublicRoute = {}) => SetMetadata(PUBLIC, route);
