import type { Json } from './harness';

/** A part of an OpenAPI document, or the component to which it refers. */
export const resolved = (document: Json, part: Json): Json =>
  part.$ref === undefined
    ? part
    : part.$ref
        .slice('#/'.length)
        .split('/')
        .reduce((at: Json, key: string) => at?.[key], document);
