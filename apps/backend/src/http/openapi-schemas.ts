import { isDeepStrictEqual } from 'node:util';
import type { Component, Schema } from '@gos/domain';
import { openApiChoices } from './openapi-choices';

type Part = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Part =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The same schema, or reference to one, with null as a further value. */
function orNull({ type, enum: values, oneOf, $ref, ...rest }: Part): Part {
  if ($ref !== undefined) return { ...rest, oneOf: [{ $ref }, { type: 'null' }] };
  if (Array.isArray(oneOf)) return { ...rest, oneOf: [...oneOf, { type: 'null' }] };
  return {
    ...rest,
    ...(typeof type === 'string' && { type: [type, 'null'] }),
    ...(Array.isArray(values) && { enum: [...values, null] }),
  };
}

const choicesByValues = new Map(
  Object.entries(openApiChoices).map(([name, values]): [string, Component] => [
    values.join(),
    { name, schema: { type: 'string', enum: [...values] } },
  ]),
);

function componentOf({ 'x-component': component, enum: values }: Part): Component | undefined {
  if (component !== undefined) return component as Component;
  return Array.isArray(values) ? choicesByValues.get(values.join()) : undefined;
}

/** The additions of one place to a component. Any other difference would be another shape of the same name. */
function additionsTo({ name, schema }: Component, { 'x-component': _, ...used }: Schema): Schema {
  const { description, nullable } = used;
  const apart = { description: undefined, nullable: undefined };
  if (!isDeepStrictEqual({ ...used, ...apart }, { ...schema, ...apart })) {
    throw new Error(`The schema "${name}" was changed after it was named`);
  }
  return {
    ...(description !== schema.description && { description }),
    ...(nullable && !schema.nullable && { nullable }),
  };
}

/** Writes schemas in the form of OpenAPI 3.1. Each named schema becomes a component, and a reference to it replaces its uses. */
export class OpenApiSchemas {
  /** The components so far, by their names. */
  readonly components: Record<string, unknown> = {};
  private readonly shapes = new Map<string, Schema>();

  /** Writes all schemas within a part of the document. */
  written(part: unknown): unknown {
    if (Array.isArray(part)) return part.map((one) => this.written(one));
    if (!isObject(part)) return part;
    const component = componentOf(part);
    const schema = component ? this.referenceTo(component, part) : part;
    const made = Object.fromEntries(Object.entries(schema).map(([name, one]) => [name, this.written(one)]));
    if (Array.isArray(made.required) && made.required.length === 0) delete made.required;
    if (typeof made.nullable !== 'boolean') return made;
    const { nullable, ...rest } = made;
    return nullable ? orNull(rest) : rest;
  }

  private referenceTo(component: Component, used: Schema): Part {
    const { name, schema } = component;
    const known = this.shapes.get(name);
    if (known !== undefined && !isDeepStrictEqual(known, schema)) {
      throw new Error(`Two different schemas are named "${name}"`);
    }
    if (known === undefined) {
      this.shapes.set(name, schema);
      this.components[name] = componentOf({ ...schema }) ? schema : this.written(schema);
    }
    return { $ref: `#/components/schemas/${name}`, ...additionsTo(component, used) };
  }
}
