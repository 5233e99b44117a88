import type { SchemaObject } from '@nestjs/swagger';
import { object } from '../../http/openapi';
import { roles } from '../../kernel/config';
import { healthParts } from './health';

const position: SchemaObject = { type: 'string', nullable: true };

export const partSchema: SchemaObject = object({
  part: { type: 'string', enum: [...healthParts] },
  ok: { type: 'boolean' },
  needed: { type: 'boolean', description: 'whether this process is ready only when the part is' },
  reason: { type: 'string', enum: ['no-answer', 'unreachable', 'behind', 'not-built'], nullable: true },
});

/** What the interface answers with, for its description. */
export const healthSchemas = {
  live: object({ status: { type: 'string', enum: ['ok'] } }),
  ready: object({
    status: { type: 'string', enum: ['ok', 'unavailable'] },
    role: { type: 'string', enum: [...roles] },
    applied: position,
    end: position,
    parts: { type: 'array', items: partSchema },
  }),
};
