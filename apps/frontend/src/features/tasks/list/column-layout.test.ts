import { defaultPreference, type TaskColumn, taskColumns } from '../../../entities/task/task-search';
import { layOutColumns, leastNameWidth } from './column-layout';

const standard = defaultPreference('given').columns;
const layOut = (available: number | null, more: Partial<Parameters<typeof layOutColumns>[0]> = {}) =>
  layOutColumns({
    columns: standard,
    available,
    projectless: false,
    chosen: false,
    own: 'contractor',
    sorted: 'deadline',
    ...more,
  });

it('leaves at least 320 pixels to the name in every width from a tablet to a wide screen', () => {
  for (const columns of [standard, defaultPreference('planned').columns, taskColumns]) {
    for (let width = 560; width < 2_600; width += 7) {
      const { leastWidth, columns: shown } = layOut(width, { columns });
      expect(leastWidth).toBeLessThanOrEqual(width);
      expect(shown).toContain('name');
    }
  }
  expect(leastNameWidth).toBe(320);
});

it('shows every default column beside a sidebar at 1280, and drops the least important ones at 1024', () => {
  expect(layOut(1_044)).toMatchObject({ look: 'narrow', columns: standard });
  const dropped = standard.filter((column) => !layOut(788).columns.includes(column));
  expect(dropped).toEqual(['id', 'priority', 'contractor']);
});

it('never drops the column that sorts the list', () => {
  expect(layOut(700, { sorted: 'id' }).columns).toContain('id');
});

it('drops no column that the reader chose, but scrolls', () => {
  const columns: readonly TaskColumn[] = taskColumns;
  const { columns: shown, leastWidth } = layOut(1_044, { columns, chosen: true });
  expect(shown).toEqual(columns);
  expect(leastWidth).toBeGreaterThan(1_044);
});

it('uses its own widths until the list is measured', () => {
  expect(layOut(null)).toMatchObject({ look: 'normal', columns: standard });
});
