import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isRaw } from './body-limits';

/** The deepest nesting of a body that is accepted, so that recursive code cannot overflow the stack. */
const maxDepth = 200;

function isTooDeep(json: string): boolean {
  let depth = 0;
  let inText = false;
  for (let at = 0; at < json.length; at++) {
    const code = json.charCodeAt(at);
    if (inText) {
      if (code === 0x5c) at++;
      else if (code === 0x22) inText = false;
    } else if (code === 0x22) inText = true;
    else if (code === 0x5b || code === 0x7b) {
      if (++depth > maxDepth) return true;
    } else if (code === 0x5d || code === 0x7d) depth--;
  }
  return false;
}

const wantsBytes = ({ routeOptions }: FastifyRequest) => isRaw(routeOptions.config);

/** Accepts JSON bodies (multipart is registered separately). An empty body counts as none, whatever its Content-Type. */
export function registerJsonParser(fastify: FastifyInstance): void {
  fastify.removeContentTypeParser(['application/json', 'text/plain']);
  const parse = fastify.getDefaultJsonParser('error', 'error');
  fastify.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'buffer' }, (request, body, done) => {
    if (wantsBytes(request)) done(null, body);
    else done(Object.assign(new Error('Forms are not accepted'), { statusCode: 415 }));
  });
  fastify.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    if (wantsBytes(request)) return done(null, body);
    const json = body.toString('utf8');
    if (json === '') done(null, undefined);
    else if (isTooDeep(json)) done(Object.assign(new Error('Nested too deep'), { statusCode: 400 }));
    else parse(request, json, done);
  });
}
