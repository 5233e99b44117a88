import { isMissingPart, reloadOnce } from './chunk-reload';

it('knows a part that is no longer there', () => {
  expect(isMissingPart(new TypeError('Failed to fetch dynamically imported module: https://gos/assets/a.js'))).toBe(
    true,
  );
  expect(isMissingPart(new TypeError('error loading dynamically imported module: https://gos/a.js'))).toBe(true);
  expect(isMissingPart(new TypeError('Importing a module script failed.'))).toBe(true);
  expect(isMissingPart(new TypeError('x is undefined'))).toBe(false);
  expect(isMissingPart('text')).toBe(false);
});

it('loads the page anew once, not in circles', () => {
  const reload = vi.fn();
  const now = Date.now();
  expect(reloadOnce(reload, now)).toBe(true);
  expect(reloadOnce(reload, now + 1_000)).toBe(false);
  expect(reload).toHaveBeenCalledOnce();
  expect(reloadOnce(reload, now + 3_600_000)).toBe(true);
});
