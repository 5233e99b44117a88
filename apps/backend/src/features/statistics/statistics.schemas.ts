import { statisticsPeriods } from '@gos/domain';
import type { SchemaObject } from '@nestjs/swagger';

const whole: SchemaObject = { type: 'integer' };
const word: SchemaObject = { type: 'string' };
const date: SchemaObject = { type: 'string', format: 'date' };

const object = (properties: Record<string, SchemaObject>): SchemaObject => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
});
const list = (items: SchemaObject): SchemaObject => ({ type: 'array', items });

const person: SchemaObject = { ...object({ id: whole, name: word }), nullable: true };

const numbers: Record<string, SchemaObject> = {
  created: whole,
  solved: { ...whole, description: 'acceptances' },
  ended: { ...whole, description: 'endings' },
  returned: whole,
  overdue: { ...whole, description: 'tasks whose deadline fell in the period and that were not solved by then' },
  workedMinutes: whole,
  estimateMinutes: whole,
  usedBudget: object({ amount: word, currency: word }),
};

const period = object({
  from: date,
  to: { ...date, description: 'the last day' },
  ...numbers,
  bySolver: list(object({ solver: person, ...numbers })),
  byContract: list(object({ contractId: { ...word, nullable: true }, ...numbers })),
  burnUp: {
    ...list(object({ date, created: whole, solved: whole })),
    description: 'totals since the project began at the end of each day that is not ahead',
  },
});

/** What the interface answers with, for its description. */
export const statisticsSchemas = {
  statistics: object({
    period: { type: 'string', enum: [...statisticsPeriods] },
    current: period,
    previous: period,
    before: period,
  }),
  items: object({
    items: list(
      object({ task: object({ id: whole, name: word }), at: { type: 'string', format: 'date-time' }, solver: person }),
    ),
    total: whole,
    page: whole,
    pageSize: whole,
  }),
};
