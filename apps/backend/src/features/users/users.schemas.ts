import { globalRoles, languages } from '@gos/domain';
import type { SchemaObject } from '@nestjs/swagger';

const whole: SchemaObject = { type: 'integer' };
const word: SchemaObject = { type: 'string' };
const wordOrNull: SchemaObject = { type: 'string', nullable: true };
const flagSchema: SchemaObject = { type: 'boolean' };
const instant: SchemaObject = { type: 'string', format: 'date-time' };

const object = (properties: Record<string, SchemaObject>): SchemaObject => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
});

const pageOf = (items: SchemaObject): SchemaObject =>
  object({ items: { type: 'array', items }, total: whole, page: whole, pageSize: whole });

const userProperties: Record<string, SchemaObject> = {
  id: whole,
  name: word,
  email: wordOrNull,
  phone: wordOrNull,
  role: { type: 'string', enum: [...globalRoles] },
  positions: { type: 'array', items: object({ id: whole, name: word }) },
  active: flagSchema,
  avatarUrl: wordOrNull,
  hourlyRate: { ...object({ amount: word, currency: word }), nullable: true },
};

/** What the interface answers with, for its description. */
export const userSchemas = {
  user: object(userProperties),
  users: pageOf(object(userProperties)),
  me: object({
    ...userProperties,
    language: { type: 'string', enum: [...languages] },
    calendarUrl: wordOrNull,
    mayCreateProjects: flagSchema,
  }),
  changed: object({ id: whole, revision: whole, position: word }),
  preference: object({ value: { description: 'Any JSON up to 64 KiB' } }),
  sessions: pageOf(
    object({
      id: word,
      createdAt: instant,
      lastSeenAt: instant,
      expiresAt: instant,
      userAgent: wordOrNull,
      current: flagSchema,
    }),
  ),
};
