import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import type { Person } from './support/person';
import { useStage } from './support/stage';

const stage = useStage();
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
const themes = ['light', 'dark'] as const;
let person: Person;
let taskId: number;

type Axe = typeof import('axe-core');

/** What is serious or critical on the page as it is now. */
async function barriers(page: Page): Promise<string[]> {
  await page.evaluate(axe);
  const { violations } = await page.evaluate(async (values) => {
    const checker = (window as unknown as { readonly axe: Axe }).axe;
    const named = 'label-content-name-mismatch';
    const rest = await checker.run({ runOnly: values, rules: { [named]: { enabled: false } } });
    // Initials in a person's circle are a picture of the name beside them, no label.
    const circles = [...document.querySelectorAll<HTMLElement>('[class*="_person_"]')];
    const initials = circles.map((circle) => circle.textContent);
    for (const circle of circles) circle.textContent = '';
    const names = await checker.run({ runOnly: { type: 'rule', values: [named] } });
    for (const [index, circle] of circles.entries()) circle.textContent = initials[index] ?? '';
    return { violations: [...rest.violations, ...names.violations] };
  }, tags);
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes
        // The library's menu keeps a place of its own for the focus while nothing in it is chosen.
        .filter(({ failureSummary }) => !failureSummary?.includes('presentational children which cannot be ignored'))
        .map(({ html, failureSummary }) => `${id}: ${html.slice(0, 300)} ${failureSummary}`),
    );
}

async function wear(page: Page, theme: (typeof themes)[number]): Promise<void> {
  await page.addInitScript((value) => localStorage.setItem('gos-theme', value), theme);
}

beforeAll(async () => {
  const contractor = await stage.person('Karla Svobodová');
  person = await stage.person('Jan Novák');
  const me = await person.id();
  const base = {
    solverId: me,
    priority: 9,
    tags: ['backend', 'tisk'],
    description: '<p>Popis s <a href="https://firma.example">odkazem</a>.</p>',
  };
  for (const [index, name] of ['Migrace skladových karet', 'Tiskové sestavy', 'Inventura'].entries()) {
    const deadline = new Date(Date.now() + index * 86_400_000).toISOString();
    const task = await contractor.send('POST', '/tasks', { ...base, name, deadline });
    taskId ??= task.id;
  }
  await contractor.send('POST', `/tasks/${taskId}/comments`, { text: 'Dávka je tam dvakrát.' });
  await person.send('POST', `/tasks/${taskId}/complete`, { result: 'Hotovo.' });
  await contractor.send('POST', `/tasks/${taskId}/return`, { reason: 'Chybí šarže.' });
});

describe.each(themes)('in the %s theme', (theme) => {
  it.each(['/login', '/register'])('%s has no serious barrier', async (path) => {
    const guest = await stage.guest('Host');
    await wear(guest.page, theme);
    await guest.open(path);
    await guest.heading.waitFor();
    await guest.page.getByRole('button', { name: /^(Přihlásit se|Zaregistrovat se)$/ }).click();
    expect(await barriers(guest.page)).toEqual([]);
    await guest.leave();
  });

  it.each(['/', '/tasks', '/tasks/planned', '/tasks/new', '/people', '/profile'])(
    '%s has no serious barrier',
    async (path) => {
      await wear(person.page, theme);
      await person.open(path);
      await person.heading.waitFor();
      if (path === '/tasks') await person.row('Inventura').waitFor();
      if (path === '/tasks/new') await person.page.getByRole('button', { name: 'Další údaje' }).click();
      expect(await barriers(person.page)).toEqual([]);
    },
  );

  it('the open task has no serious barrier, with a question asked and in every part', async () => {
    const { page, panel } = person;
    await person.open(`/tasks?taskId=${taskId}`);
    await person.title('Migrace skladových karet').waitFor();
    await panel.getByText('Chybí šarže.').first().waitFor();
    expect(await barriers(page)).toEqual([]);
    await panel.getByRole('button', { name: 'Předat výsledek' }).click();
    await panel.getByRole('form', { name: 'Předat výsledek' }).waitFor();
    expect(await barriers(page)).toEqual([]);
    for (const tab of ['Informace', 'Komentáře']) {
      await panel.getByRole('tab', { name: tab }).click();
      expect(await barriers(page)).toEqual([]);
    }
  });

  it('what floats has no serious barrier', async () => {
    const { page } = person;
    await person.open('/tasks');
    await person.row('Inventura').waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').fill('m');
    await page.getByRole('option').first().waitFor();
    expect(await barriers(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('combobox').waitFor({ state: 'hidden' });
    await person.menuButton.click();
    await page.getByRole('menuitem', { name: 'Profil' }).waitFor();
    expect(await barriers(page)).toEqual([]);
  });
});
