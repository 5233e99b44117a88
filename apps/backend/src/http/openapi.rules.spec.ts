import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { parse } from 'yaml';
import type { Json } from '../testing/harness';
import { describeWithSpecValidator, errorsOfSpecValidator } from '../testing/servers/openapi-spec-validator';

/** The document as it is served, by `openapi.snapshot.e2e.spec.ts`. */
const served: Json = parse(readFileSync(`${import.meta.dirname}/openapi.snapshot.yaml`, 'utf8'));

/** Some of the served document, with a choice that is no list. */
const withWrongChoice: Json = {
  ...served,
  paths: {},
  components: { schemas: { TaskState: { type: 'string', enum: 'created' } } },
};

describeWithSpecValidator('openapi-spec-validator', () => {
  it('finds no error', () => expect(errorsOfSpecValidator(served)).toBeNull());
  it('finds a planted one', () =>
    expect(errorsOfSpecValidator(withWrongChoice)).toContain("'created' is not of type 'array'"));
});

/**
 * Clients use addresses that this rule refuses, such as `/users/invitations/{id}` next to `/users/{id}/email`: an id is
 * a number.
 */
const accepted = ['no-ambiguous-paths'];

/** Errors and warnings of Redocly's recommended rules. */
async function problemsOf(document: Json): Promise<string[]> {
  const config = await createConfig({ extends: ['recommended'] });
  const problems = await lintFromString({ source: JSON.stringify(document), absoluteRef: 'openapi.json', config });
  return problems
    .filter(({ ruleId }) => !accepted.includes(ruleId))
    .map(({ ruleId, message, location: [place] }) => `${ruleId}: ${message} ${place?.pointer}`);
}

describe("Redocly's recommended rules", () => {
  it('find no problem', async () => expect(await problemsOf(served)).toEqual([]));

  it('find planted ones', async () => {
    const found = await problemsOf({ ...withWrongChoice, servers: [] });
    expect(found).toContainEqual(expect.stringMatching(/^struct: .* #\/components\/schemas\/TaskState\/enum$/));
    expect(found).toContainEqual(expect.stringMatching(/^no-empty-servers: /));
  });
});

/** Every schema within a part of the document that is no component, with its place. */
function unnamed(part: Json, place = ''): (readonly [string, Json])[] {
  if (typeof part !== 'object' || part === null) return [];
  const within = Object.entries<Json>(part).flatMap(([name, one]) => unnamed(one, `${place}/${name}`));
  const isComponent = /^\/components\/schemas\/\w+$/.test(place);
  return isComponent ? within : [[place, part], ...within];
}

describe('types generated from the document', () => {
  it('have names: an answer contains no object without one', () => {
    const objects = unnamed(served).filter(
      ([, { properties, type }]) => properties && [type].flat().includes('object'),
    );
    // The form that OpenID Connect prescribes.
    expect(objects.map(([place]) => place)).toEqual([expect.stringContaining('/logout/post/requestBody/')]);
  });

  it('have names: a choice that appears twice is a component', () => {
    const choices = unnamed(served).flatMap(([, part]) => (Array.isArray(part.enum) ? [part.enum.join()] : []));
    const twice = choices.filter((one, index) => choices.indexOf(one) < index);
    // The header of requests that need no session.
    expect([...new Set(twice)]).toEqual(['gos']);
  });
});
