import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import fastifyStatic from '@fastify/static';
import { refuse, type Settings } from '@gos/domain';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config, ErrorReportingConfig } from '../kernel/config';
import { isSecure } from './cookies';
import { serveInstallable } from './installable';
import { isOfThisMachine } from './peer';
import { sendProblem } from './problem.filter';

/** Runtime settings for the browser, as `window.__GOS_CONFIG__`. */
function browserConfig(config: Config, { registration, brandName }: Settings, request: FastifyRequest, setup: object) {
  const { mode, timeZone, country, currency, sourceUrl, errorReporting } = config;
  const needsHttps = isSecure(config, request.host);
  const installation = { mode, timeZone, country, currency, sourceUrl, registration, brandName };
  const settings = { ...installation, errorReporting, needsHttps, ...setup };
  return `window.__GOS_CONFIG__ = ${JSON.stringify(settings).replace(/</g, '\\u003c')};\n`;
}

/** The first person may register regardless of the settings. */
const openUntilFounded = ({ now, isFounded }: { readonly now: Settings; readonly isFounded: boolean }): Settings =>
  isFounded ? now : { ...now, registration: 'open' };

/** Nobody has registered yet. The first person needs the code that the start printed, unless they register from this machine. */
const setupOf = (isFounded: boolean, request: FastifyRequest): object =>
  isFounded ? {} : { setup: isOfThisMachine(request) ? 'open' : 'needed' };

/** Where the pages report errors: from the settings, otherwise from the build's `reporting.json`. */
export function reportingOf({ errorReporting }: Config, root: string | undefined): ErrorReportingConfig {
  const file = root === undefined ? '' : join(root, 'reporting.json');
  if (errorReporting.endpoint !== null || !existsSync(file)) return errorReporting;
  const built = JSON.parse(readFileSync(file, 'utf8')) as Partial<ErrorReportingConfig>;
  return typeof built.endpoint === 'string' && URL.canParse(built.endpoint)
    ? { ...errorReporting, ...built }
    : errorReporting;
}

/** Paths of the files that a browser may load, without those whose name begins with a dot. */
function filesIn(root: string): ReadonlySet<string> {
  const paths = readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(root, join(parentPath, name)).split(sep));
  return new Set(paths.filter((path) => !path.some((name) => name.startsWith('.'))).map((path) => path.join('/')));
}

/** Serves the built front end, its runtime settings, and `index.html` for every path that is neither a file nor the API. */
export async function serveFrontEnd(
  fastify: FastifyInstance,
  config: Config,
  settings: { readonly now: Settings; readonly isFounded: boolean },
  root: string,
): Promise<void> {
  fastify.get('/config.js', (request: FastifyRequest, reply: FastifyReply) =>
    reply
      .type('text/javascript; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(browserConfig(config, openUntilFounded(settings), request, setupOf(settings.isFounded, request))),
  );
  serveInstallable(fastify, settings);
  const built = existsSync(join(root, 'index.html'));
  // One route looks files up in this set: a route for each of several hundred files takes a fifth of the start.
  const files = built ? filesIn(root) : new Set<string>();
  if (built) {
    await fastify.register(fastifyStatic, {
      root,
      index: false,
      serve: false,
      preCompressed: true,
      setHeaders: (response, path) => {
        const forever = path.includes('/assets/');
        response.header('cache-control', forever ? 'public, max-age=31536000, immutable' : 'no-cache');
      },
    });
  }
  fastify.get('/*', (request, reply) => {
    const path = (request.params as { readonly '*': string })['*'];
    if (files.has(path)) return reply.sendFile(path);
    if (built && !/^\/(api|socket\.io|assets)([/?]|$)/.test(request.url)) {
      return reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').sendFile('index.html');
    }
    sendProblem(reply, refuse('request.not-found'));
    return reply;
  });
}
