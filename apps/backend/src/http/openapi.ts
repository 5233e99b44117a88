import { isDeepStrictEqual } from 'node:util';
import { problem } from '@gos/contract';
import { keysOf } from '@gos/domain/kernel/tables';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { marks } from './described-route';
import { OpenApiSchemas } from './openapi-schemas';
import { isForTokens } from './token-reach';

const problemOf = (description: string) => ({
  description,
  content: { 'application/problem+json': { schema: problem.schema } },
});

/** The error response of an operation is a problem document too, unless it declares other content. */
const refusalOf = (said: unknown) => {
  const { content, description } = said as { readonly content?: unknown; readonly description?: string };
  return content === undefined ? problemOf(description ?? 'A refusal') : said;
};

const header = (name: string, required: boolean, description: string) => ({
  name,
  in: 'header' as const,
  required,
  description,
  schema: { type: 'string' },
});

const parameter = (name: keyof typeof headers | keyof typeof shared) => ({ $ref: `#/components/parameters/${name}` });

/** Headers that operations have in common, each a component of the document. */
const headers = {
  IfNoneMatch: header('If-None-Match', false, 'The tag of what is there already'),
  RequestedWith: header('X-Requested-With', true, 'gos'),
  RequestedWithUnlessByToken: header('X-Requested-With', false, 'gos; not needed with an API token'),
  IdempotencyKey: header('Idempotency-Key', false, 'Makes a retry the same command'),
  IfMatch: header('If-Match', false, 'The revision that was looked at, in quotes'),
};

/** Parameters of paths and queries that operations have in common. Where one is used, the document refers to it. */
const shared = {
  Id: { name: 'id', required: true, in: 'path', schema: { type: 'number' } },
  Page: { name: 'page', required: false, in: 'query', schema: { type: 'number' } },
  PageSize: { name: 'pageSize', required: false, in: 'query', schema: { type: 'number' } },
};
const sharedOrSame = (given: object) => {
  const name = keysOf(shared).find((one) => isDeepStrictEqual(shared[one], given));
  return name ? parameter(name) : given;
};

/** Responses that operations have in common, each a component of the document. */
const responses = {
  NotModified: { description: 'Not changed since' },
  NotSignedIn: problemOf('Not signed in'),
  Invalid: problemOf('Wrong, missing or unknown fields or query values'),
  Refusal: problemOf('A refusal'),
};
const response = (name: keyof typeof responses) => ({ $ref: `#/components/responses/${name}` });

/** `/metrics` for monitoring, which is served without a controller. */
const metrics = {
  get: {
    operationId: 'getMetrics',
    summary: 'Figures for Prometheus; from this machine and private networks, with the operations token, or for admins',
    tags: ['operations'],
    parameters: [],
    responses: {
      200: { description: 'The figures', content: { 'text/plain': { schema: { type: 'string' } } } },
      403: problemOf('For admins only'),
    },
  },
};

/** bull-board's page, which is served without a controller; without Redis it leads to the product's own page. */
const queuesPage = {
  get: {
    operationId: 'getQueuesPage',
    summary: 'The page of the queues: bull-board where they are in Redis, otherwise the product’s own',
    tags: ['operations'],
    parameters: [],
    responses: {
      200: { description: 'The page', content: { 'text/html': { schema: { type: 'string' } } } },
      302: { description: 'To the product’s own page, or to the sign-in' },
      403: problemOf('For admins only'),
    },
  },
};

/** Routes without a controller that have no tag. */
const untagged = ['/metrics', '/admin/queues'];

const methods = ['get', 'post', 'put', 'patch', 'delete'] as const;
type Marked = { [M in (typeof marks)[keyof typeof marks]]?: true };

/** Adds to every operation what all have in common: error responses, sign-in, headers of commands. */
function complete(described: OpenAPIObject): OpenAPIObject {
  const document = {
    ...described,
    paths: { ...described.paths, '/metrics': metrics, '/admin/queues': queuesPage },
  } as OpenAPIObject;
  for (const [path, item] of Object.entries(document.paths)) {
    for (const method of methods) {
      const operation = item[method];
      if (!operation) continue;
      const {
        [marks.public]: isPublic = false,
        [marks.fromAnywhere]: isFromAnywhere = false,
        [marks.command]: isCommand = false,
      } = operation as Marked;
      for (const mark of Object.values(marks)) delete (operation as Marked)[mark];
      const changes = method !== 'get';
      const byToken =
        !isPublic && path.startsWith('/api/') && isForTokens(method.toUpperCase(), path.slice('/api'.length));
      const given = operation.parameters ?? [];
      const more: (keyof typeof headers)[] = [
        ...(changes || untagged.includes(path) ? [] : (['IfNoneMatch'] as const)),
        ...(changes && !isFromAnywhere
          ? [byToken ? ('RequestedWithUnlessByToken' as const) : ('RequestedWith' as const)]
          : []),
        ...(isCommand ? (['IdempotencyKey', 'IfMatch'] as const) : []),
      ];
      const names = new Set(given.map((one) => ('name' in one ? one.name : '')));
      const added = more.filter((one) => !names.has(headers[one].name));
      operation.parameters = [...given.map(sharedOrSame), ...added.map(parameter)] as typeof given;
      if (!byToken) operation.security = isPublic ? [] : [{ cookie: [] }];
      const refusals = Object.entries(operation.responses).filter(([status]) => Number(status) >= 400);
      operation.responses = {
        ...operation.responses,
        ...Object.fromEntries(refusals.map(([status, said]) => [status, refusalOf(said)])),
        ...(!changes && !untagged.includes(path) && { 304: response('NotModified') }),
        ...(!isPublic && { 401: response('NotSignedIn') }),
        422: response('Invalid'),
        default: response('Refusal'),
      };
    }
  }
  const schemas = new OpenApiSchemas();
  const components = { ...document.components, parameters: { ...headers, ...shared }, responses };
  const written = schemas.written({
    ...document,
    openapi: '3.1.0',
    security: [{ cookie: [] }, { bearer: [] }],
    components,
  }) as OpenAPIObject;
  const bodies = written.components?.schemas ?? {};
  const twice = Object.keys(bodies).find((name) => Object.hasOwn(schemas.components, name));
  if (twice) throw new Error(`A body and another schema are both named "${twice}"`);
  const named = { ...bodies, ...schemas.components };
  return { ...written, components: { ...written.components, schemas: named } } as OpenAPIObject;
}

/** Serves the OpenAPI document at `/api/openapi.json` and its page at `/api/docs`. */
export function serveOpenApi(app: NestFastifyApplication): void {
  const builder = new DocumentBuilder()
    .setTitle('Gos')
    .setDescription(
      'Work management on an event log. Errors are application/problem+json (RFC 9457) with a stable code.',
    )
    .setVersion('1')
    .setLicense('AGPL-3.0-only', 'https://www.gnu.org/licenses/agpl-3.0.html')
    .addServer('/', 'This installation')
    .addCookieAuth('accessToken')
    .addBearerAuth({ type: 'http', scheme: 'bearer', description: 'A personal API token, gos_…' })
    .build();
  // Built at the first request, not at every start.
  const document = () => complete(SwaggerModule.createDocument(app, builder));
  SwaggerModule.setup('api/docs', app, document, { jsonDocumentUrl: 'api/openapi.json' });
}
