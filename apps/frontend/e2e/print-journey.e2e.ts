import { addDays, localDay, mondayOf } from '@gos/domain';
import type { Person } from './support/person';
import { useStage } from './support/stage';

/** Pages as they come on paper: whole, and without the shell. */
const stage = useStage({}, { needsWhole: true });
const monday = addDays(mondayOf(localDay(Date.now(), 'Europe/Prague')), 7);
let jan: Person;
let projectId: number;
let longTask: number;

beforeAll(async () => {
  jan = await stage.person('Jan Novák');
  const solverId = await jan.id();
  projectId = (await jan.send('POST', '/projects', { name: 'Tisk' })).id;
  const board = await jan.send('POST', `/projects/${projectId}/boards`, { name: 'Evidence', section: 'todo' });
  for (let index = 0; index < 22; index++)
    await jan.send('POST', '/tasks', { name: `Kontrola číslo ${index}.`, boardId: board.id, solverId });
  const paragraphs = Array.from({ length: 120 }, (_, index) => `<p>Odstavec číslo ${index}.</p>`);
  longTask = (await jan.send('POST', '/tasks', { name: 'Dlouhý', solverId, description: paragraphs.join('') })).id;
  for (let index = 0; index < 5; index++)
    await jan.send('POST', `/tasks/${longTask}/comments`, { text: `Komentář číslo ${index}.` });
  const plan = { date: monday, repeatUntil: addDays(monday, 4), from: '08:00', to: '16:30', location: 'Brno' };
  await jan.send('POST', '/plans', { type: 'available', ...plan });
});

/** Opens a page as A4 paper, and returns the number of its sheets. */
async function printed(path: string, awaited: string): Promise<number> {
  const { page } = jan;
  await page.emulateMedia({ media: null });
  await page.setViewportSize({ width: 1440, height: 860 });
  await jan.open(path);
  await page.getByText(awaited).first().waitFor();
  const sheets = (await page.pdf({ format: 'A4' })).toString('latin1').match(/\/Type\s*\/Page\b/g)!.length;
  // Paper first: a screen of this width would be drawn for a phone.
  await page.emulateMedia({ media: 'print' });
  await page.setViewportSize({ width: 718, height: 1_040 });
  expect(await page.getByRole('navigation').or(page.getByRole('banner')).filter({ visible: true }).count()).toBe(0);
  return sheets;
}

/** Matching texts that no box around them cuts. */
const whole = (text: RegExp) =>
  jan.page.getByText(text).evaluateAll((all) => {
    const cuts = (element: Element) => {
      const { overflowX, overflowY } = getComputedStyle(element);
      const isCut = element.scrollHeight > element.clientHeight + 2 || element.scrollWidth > element.clientWidth + 2;
      return isCut && element.clientHeight > 0 && `${overflowX}${overflowY}` !== 'visiblevisible';
    };
    const isWhole = (element: Element) => {
      for (
        let around: Element | null = element;
        around !== null && around !== document.body;
        around = around.parentElement
      )
        if (cuts(around)) return false;
      return element.getClientRects().length > 0;
    };
    return all.filter(isWhole).length;
  });

it('prints a task with all its paragraphs and comments', async () => {
  const sheets = await printed(`/tasks?taskId=${longTask}`, 'Komentář číslo 4.');
  expect(sheets).toBeGreaterThan(2);
  expect(await whole(/^Odstavec číslo \d+\.$/)).toBe(120);
  expect(await whole(/^Komentář číslo \d+\.$/)).toBe(5);
  expect(await whole(/^Kontrola číslo/)).toBe(0);
});

it('prints all tasks of a board and of a list', async () => {
  for (const path of [`/tasks/project/${projectId}`, '/tasks']) {
    await printed(path, 'Kontrola číslo 21.');
    expect(await whole(/^Kontrola číslo \d+\.$/)).toBe(22);
  }
});

it('prints the times of a week whole', async () => {
  await printed(`/attendance/availability?from=${monday}`, '8:00–16:30');
  expect(await whole(/^8:00–16:30$/)).toBe(5);
  expect(await whole(/^Pohotovost$/)).toBeGreaterThanOrEqual(5);
});
