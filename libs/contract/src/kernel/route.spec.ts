import { expect, it } from '@jest/globals';
import type { RoutesOf } from './route';

it('a command without a route does not compile', () => {
  const whole = { list: 'GET /doors', open: 'POST /doors/{id}/open', close: 'POST /doors/{id}/close' } as const;
  const { close: _, ...forgetful } = whole;
  const routes = [
    whole satisfies RoutesOf<'open' | 'close'>,
    // @ts-expect-error closing is forgotten
    forgetful satisfies RoutesOf<'open' | 'close'>,
  ];
  expect(routes).toHaveLength(2);
});
