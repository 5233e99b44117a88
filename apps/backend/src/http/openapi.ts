import { problem } from '@gos/contract';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { marks } from './described-route';
import { isForTokens } from './token-reach';

const problemOf = (description: string) => ({
  description,
  content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
});

/** An operation's own error response is a problem document too, unless it declares another content. */
const refusalOf = (said: unknown) => {
  const { content, description } = said as { readonly content?: unknown; readonly description?: string };
  return content === undefined ? problemOf(description ?? 'A refusal') : said;
};

const header = (name: string, required: boolean, description: string) => ({
  name,
  in: 'header' as const,
  required,
  description,
  schema: { type: 'string' } as never,
});

/** `/metrics` for monitoring, which is served without a controller. */
const metrics = {
  get: {
    operationId: 'metrics',
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
    operationId: 'queuesPage',
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

/** What is served without a controller, and asked with no tag. */
const untagged = ['/metrics', '/admin/queues'];

const methods = ['get', 'post', 'put', 'patch', 'delete'] as const;
type Marked = { [M in (typeof marks)[keyof typeof marks]]?: true };

/**
 * A schema as OpenAPI 3.0 wants it: `nullable` needs a type beside it, an `enum` that may be null names it, and `required` is never
 * empty.
 */
export function sound(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sound);
  if (typeof value !== 'object' || value === null) return value;
  const made: Record<string, unknown> = Object.fromEntries(
    Object.entries(value).map(([name, part]) => [name, sound(part)]),
  );
  if (Array.isArray(made.required) && made.required.length === 0) delete made.required;
  if (made.nullable !== true) return made;
  if (Array.isArray(made.enum) && !made.enum.includes(null)) made.enum = [...made.enum, null];
  if (made.type !== undefined || !Array.isArray(made.oneOf)) return made;
  const { nullable, oneOf, ...rest } = made;
  const [first, ...others] = oneOf as object[];
  return { ...rest, oneOf: [{ ...first, nullable }, ...others] };
}

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
      const more = [
        ...(changes || untagged.includes(path)
          ? []
          : [header('If-None-Match', false, 'The tag of what is there already')]),
        ...(changes && !isFromAnywhere
          ? [header('X-Requested-With', !byToken, byToken ? 'gos; not needed with an API token' : 'gos')]
          : []),
        ...(isCommand
          ? [
              header('Idempotency-Key', false, 'Makes a retry the same command'),
              header('If-Match', false, 'The revision that was looked at, in quotes'),
            ]
          : []),
      ];
      const names = new Set(given.map((one) => ('name' in one ? one.name : '')));
      operation.parameters = [...given, ...more.filter(({ name }) => !names.has(name))];
      operation.security = isPublic ? [] : [{ cookie: [] }, ...(byToken ? [{ bearer: [] }] : [])];
      const refusals = Object.entries(operation.responses).filter(([status]) => Number(status) >= 400);
      operation.responses = {
        ...operation.responses,
        ...Object.fromEntries(refusals.map(([status, said]) => [status, refusalOf(said)])),
        ...(!changes && !untagged.includes(path) && { 304: { description: 'Not changed since' } }),
        ...(!isPublic && { 401: problemOf('Not signed in') }),
        422: problemOf('Wrong, missing or unknown fields or query values'),
        default: problemOf('A refusal'),
      };
    }
  }
  const components = document.components ?? {};
  const whole = {
    ...document,
    components: { ...components, schemas: { ...components.schemas, Problem: problem.schema } },
  };
  return sound(whole) as OpenAPIObject;
}

/** Serves the OpenAPI document at `/api/openapi.json` and its page at `/api/docs`. */
export function serveOpenApi(app: NestFastifyApplication): void {
  const builder = new DocumentBuilder()
    .setTitle('Gos')
    .setDescription(
      'Work management on an event log. Errors are application/problem+json (RFC 9457) with a stable code.',
    )
    .setVersion('1')
    .addServer('/', 'This installation')
    .addCookieAuth('accessToken')
    .addBearerAuth({ type: 'http', scheme: 'bearer', description: 'A personal API token, gos_…' })
    .build();
  // Made when it is asked for, not at every start.
  const document = () => complete(SwaggerModule.createDocument(app, builder));
  SwaggerModule.setup('api/docs', app, document, { jsonDocumentUrl: 'api/openapi.json' });
}
