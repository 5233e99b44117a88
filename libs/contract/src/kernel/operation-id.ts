import type { Shape } from '@gos/domain';
import type { Route } from './route';

export const capitalized = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

const pluralOf = (noun: string) => (noun.endsWith('y') ? `${noun.slice(0, -1)}ies` : `${noun}s`);

/**
 * The operation's id in the OpenAPI document, which reads like a function: a verb, and the noun of its table. `list` and `detail` of
 * tasks are `listTasks` and `getTask`, their `comments` `listTaskComments`, `accept` is `acceptTask`, `addParticipant` itself.
 */
export function operationIdOf(noun: string, name: string, route: Route, answer: Shape | null): string {
  if (!route.startsWith('GET ')) return /[A-Z]/.test(name) ? name : `${name}${noun}`;
  if (name === 'detail') return `get${noun}`;
  const [what, many] = [capitalized(name), pluralOf(noun)];
  if (name === 'list' || what === many) return `list${many}`;
  const isMany = answer?.schema.properties?.items !== undefined;
  return `${isMany ? 'list' : 'get'}${what === noun ? '' : noun}${what}`;
}
