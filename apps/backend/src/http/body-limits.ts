import type { Shape } from '@gos/domain';
import { FASTIFY_ROUTE_CONFIG_METADATA } from '@nestjs/platform-fastify/constants.js';
import type { FastifyInstance } from 'fastify';

/** Bytes that every route accepts, also one without a body: a client's mistake is answered with its name, not with its size. */
export const leastBody = 16 * 1024;
/** Bytes that no body may exceed, except files. */
export const mostBody = 1024 * 1024;

/** The most bytes that are read of a JSON body: those of its longest valid value, wherever that is below the limit of all. */
export const bodyLimitOf = ({ maxBytes }: Pick<Shape, 'maxBytes'>): number =>
  Math.min(mostBody, Math.max(leastBody, maxBytes));

interface RouteConfig {
  readonly bodyLimit?: number;
  /** The handler checks the very bytes of a body; it gets JSON and forms as a Buffer. */
  readonly rawBody?: true;
}

/** Method decorator: adds to the Fastify configuration of a route. */
export function withRouteConfig(config: RouteConfig): MethodDecorator {
  return (_target, _name, { value }) => {
    const handler = value as object;
    const before = Reflect.getMetadata(FASTIFY_ROUTE_CONFIG_METADATA, handler) as RouteConfig | undefined;
    Reflect.defineMetadata(FASTIFY_ROUTE_CONFIG_METADATA, { ...before, ...config }, handler);
  };
}

/** Method decorator: the route gets the bytes of its body, at most so many. */
export const TakesRawBody = (bodyLimit: number) => withRouteConfig({ rawBody: true, bodyLimit });

export const isRaw = (config: unknown): boolean => (config as RouteConfig).rawBody === true;

/** Refuses a body beyond its route's limit by its declared length, or as soon as more has come. Called before routes are added. */
export function limitBodySizes(fastify: FastifyInstance): void {
  fastify.addHook('onRoute', (route) => {
    route.bodyLimit = (route.config as RouteConfig | undefined)?.bodyLimit ?? leastBody;
  });
}
