import type { CDPSession } from 'playwright-core';
import type { Person } from './support/person';
import { useStage } from './support/stage';

/** Keyboards of other scripts: input methods that compose, and layouts without Latin letters. */
const stage = useStage();
let jan: Person;
let keyboard: CDPSession;
let taskId: number;

beforeAll(async () => {
  jan = await stage.person('Jan Novák');
  taskId = (await jan.send('POST', '/tasks', { name: 'Inventura', solverId: await jan.id() })).id;
  keyboard = await jan.context.newCDPSession(jan.page);
});

async function press(key: string, code: string, modifiers = 0): Promise<void> {
  for (const type of ['rawKeyDown', 'keyUp'] as const)
    await keyboard.send('Input.dispatchKeyEvent', { type, key, code, modifiers });
}
/** A key that the input method takes, as browsers report it. */
async function pressComposing(key: string): Promise<void> {
  for (const type of ['rawKeyDown', 'keyUp'] as const)
    await keyboard.send('Input.dispatchKeyEvent', { type, key, code: key, windowsVirtualKeyCode: 229 });
}
const compose = (text: string) =>
  keyboard.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length });

it('saves a name on Enter, but not on the Enter that confirms a composition', async () => {
  const { panel, page } = jan;
  await jan.open(`/tasks?taskId=${taskId}`);
  await jan.title('Inventura').click();
  const field = panel.getByRole('textbox', { name: 'Název' });
  await field.waitFor();
  await field.fill('');
  await compose('棚卸作業');
  await pressComposing('Enter');
  expect(await field.isVisible()).toBe(true);
  await pressComposing('Escape');
  expect(await field.isVisible()).toBe(true);
  await keyboard.send('Input.insertText', { text: '棚卸作業' });
  await page.keyboard.press('Enter');
  await jan.title('棚卸作業').waitFor();
  await expect.poll(async () => (await jan.read<{ name: string }>(`/tasks/${taskId}`)).name).toBe('棚卸作業');
});

it('opens the palette and goes to places from a Cyrillic layout', async () => {
  const { page } = jan;
  await jan.open('/tasks');
  await jan.heading.waitFor();
  await press('л', 'KeyK', 2);
  await page.getByRole('dialog', { name: 'Hledat' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  await press('с', 'KeyC');
  await page.waitForURL(/\/tasks\/new/);
});

it('keeps the letters of a Czech layout, where Z and Y are exchanged', async () => {
  const { page } = jan;
  await jan.open('/tasks');
  await jan.heading.waitFor();
  await press('c', 'KeyC');
  await page.waitForURL(/\/tasks\/new/);
});
