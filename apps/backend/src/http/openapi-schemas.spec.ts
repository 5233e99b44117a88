import { taskStates } from '@gos/domain';
import { choice, component, described, flag, integer, list, object, orNull, text } from '@gos/domain/kernel/shape';
import { beforeEach, expect, it } from '@jest/globals';
import { OpenApiSchemas } from './openapi-schemas';

const size = component('Size', object({ width: integer() }));
const sizeRef = { $ref: '#/components/schemas/Size' };

let schemas: OpenApiSchemas;
beforeEach(() => {
  schemas = new OpenApiSchemas();
});

it('writes a named schema once and refers to it, also within others', () => {
  const box = component('Box', object({ inner: size, outer: size }));
  expect(schemas.written(list(box, { max: 2 }).schema)).toEqual({
    type: 'array',
    items: { $ref: '#/components/schemas/Box' },
  });
  expect(schemas.components).toEqual({
    Box: expect.objectContaining({ properties: { inner: sizeRef, outer: sizeRef } }),
    Size: expect.objectContaining({ properties: { width: { type: 'integer' } } }),
  });
});

it('keeps beside a reference what its place adds', () => {
  expect(schemas.written(described(size, { description: 'of the lid' }).schema)).toEqual({
    ...sizeRef,
    description: 'of the lid',
  });
  expect(schemas.written(orNull(size).schema)).toEqual({ oneOf: [sizeRef, { type: 'null' }] });
});

it('throws for two different schemas of one name', () => {
  schemas.written(size.schema);
  schemas.written(component('Size', object({ width: integer() })).schema);
  const other = component('Size', object({ width: text() }));
  expect(() => schemas.written(other.schema)).toThrow('Two different schemas are named "Size"');
});

it('throws for a schema that was changed after it was named', () => {
  const changed = described(size, { required: [] });
  expect(() => schemas.written(changed.schema)).toThrow('The schema "Size" was changed after it was named');
});

it('writes null as OpenAPI 3.1 has it', () => {
  const written = (shape: { readonly schema: object }) => schemas.written(shape.schema);
  expect(written(orNull(text()))).toEqual({ type: ['string', 'null'] });
  expect(written(orNull(choice(['a', 'b'])))).toEqual({ type: ['string', 'null'], enum: ['a', 'b', null] });
  expect(schemas.written({ nullable: true, oneOf: [{ type: 'string' }, { type: 'integer' }] })).toEqual({
    oneOf: [{ type: 'string' }, { type: 'integer' }, { type: 'null' }],
  });
  expect(schemas.written({ nullable: false, type: 'string' })).toEqual({ type: 'string' });
  expect(schemas.written({ nullable: true, description: 'any JSON' })).toEqual({ description: 'any JSON' });
});

it('leaves out an empty list of required fields, and takes no field for a keyword', () => {
  expect(schemas.written(object({ nullable: flag }).schema)).toEqual({
    type: 'object',
    additionalProperties: false,
    required: ['nullable'],
    properties: { nullable: { type: 'boolean' } },
  });
  expect(schemas.written(object({}).schema)).toEqual({ type: 'object', additionalProperties: false, properties: {} });
});

it('names a choice by its values', () => {
  const taskState = { $ref: '#/components/schemas/TaskState' };
  expect(schemas.written(orNull(choice(taskStates)).schema)).toEqual({ oneOf: [taskState, { type: 'null' }] });
  expect(schemas.components).toEqual({ TaskState: { type: 'string', enum: [...taskStates] } });
});
