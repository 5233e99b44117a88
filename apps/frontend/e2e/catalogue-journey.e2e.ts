import type { Locator } from 'playwright-core';
import { refusal } from './support/complaints';
import type { Person } from './support/person';
import { useStage } from './support/stage';

/** The messages of the specification, section 8, word for word, each where its thing fails. */
const stage = useStage();
let person: Person;
let taskId: number;
let projectId: number;

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);
const image = { name: 'plan.png', mimeType: 'image/png', buffer: png };

const edit = (field: string): Locator => person.panel.getByRole('button', { name: `Edit: ${field}` });
const box = (field: string): Locator => person.panel.getByRole('textbox', { name: field, exact: true });
const toast = (text: string | RegExp): Locator => person.page.locator('[data-toast]').filter({ hasText: text });
const option = (name: string): Locator => person.page.getByRole('option', { name });

beforeAll(async () => {
  await stage.person('Jan Novák');
  person = await stage.person('Karla Svobodová');
  person.complaints.foresee(refusal(500, '/api/'));
  await person.send('PATCH', '/me', { language: 'en' });
  projectId = (await person.send('POST', '/projects', { name: 'Warehouse' })).id;
  await person.send('POST', `/projects/${projectId}/boards`, { name: 'Scanners', section: 'todo' });
  await person.open('/?lng=en');
  await person.heading.waitFor();
});

beforeEach(async () => {
  const task = await person.send('POST', '/tasks', { name: 'Check the scanner', solverId: await person.id() });
  taskId = task.id;
});

afterEach(() => person.page.unrouteAll({ behavior: 'wait' }));

/** The server fails at one address, or refuses with a code. */
async function fail(method: string, path: string, status = 500, code = 'request.failed'): Promise<void> {
  await person.page.route(`**/api${path}`, async (route) => {
    if (route.request().method() !== method) return route.fallback();
    await route.fulfill({
      status,
      contentType: 'application/problem+json',
      body: JSON.stringify({ type: 'about:blank', title: '', status, code, detail: '' }),
    });
  });
}

interface Failure {
  readonly message: string;
  readonly method: 'POST' | 'PATCH' | 'DELETE';
  /** below the address of the task */
  readonly path: string;
  readonly act: () => Promise<void>;
  /** Checks that the screen shows the earlier state again and offers the typed text for another try. */
  readonly back?: () => Promise<void>;
}

const inTask: readonly Failure[] = [
  {
    message: 'Task not edited',
    method: 'PATCH',
    path: '',
    async act() {
      await edit('Name').click();
      await box('Name').fill('Check all scanners');
      await box('Name').press('Enter');
    },
    back: () => expect.poll(() => box('Name').inputValue()).toBe('Check all scanners'),
  },
  {
    message: 'Estimate time not edited',
    method: 'POST',
    path: '/estimate',
    async act() {
      await edit('Estimate').click();
      await box('Estimate').fill('2h');
      await box('Estimate').press('Enter');
    },
    back: () => expect.poll(() => box('Estimate').inputValue()).toBe('2h'),
  },
  {
    message: "Comment wasn't saved",
    method: 'POST',
    path: '/comments',
    async act() {
      await box('New comment').fill('Which one?');
      await person.panel.getByRole('button', { name: 'Send' }).click();
    },
    back: () => expect.poll(() => box('New comment').inputValue()).toBe('Which one?'),
  },
  {
    message: 'Error while moving, adding or removing participant',
    method: 'POST',
    path: '/participants',
    async act() {
      await edit('On notice').click();
      await option('Jan Novák').click();
      await person.page.keyboard.press('Escape');
    },
    back: () => expect.poll(() => edit('On notice').innerText()).toBe('nobody'),
  },
  {
    message: 'Files not added',
    method: 'POST',
    path: '/files',
    async act() {
      const chooser = person.page.waitForEvent('filechooser');
      await person.panel.getByRole('button', { name: 'Add files' }).click();
      await (await chooser).setFiles(image);
    },
    back: () => person.panel.getByRole('button', { name: 'Try again to upload plan.png' }).waitFor(),
  },
  {
    message: "Task wasn't moved to board",
    method: 'POST',
    path: '/move',
    async act() {
      await edit('Project').click();
      await option('Warehouse').click();
    },
    back: () => expect.poll(() => edit('Project').innerText()).toBe('none'),
  },
  {
    message: 'Error occured try aggain',
    method: 'POST',
    path: '/complete',
    async act() {
      await person.panel.getByRole('button', { name: 'Complete' }).click();
      const form = person.panel.getByRole('form', { name: 'Complete' });
      await form.getByLabel('Result').fill('It works.');
      await form.getByRole('button', { name: 'Complete' }).click();
    },
    back: () => expect.poll(() => person.panel.getByLabel('Result').inputValue()).toBe('It works.'),
  },
];

describe('in an open task', () => {
  it.each(inTask)('$message', async ({ message, method, path, act, back }) => {
    await person.open(`/tasks?taskId=${taskId}`);
    await person.title('Check the scanner').waitFor();
    await fail(method, `/tasks/${taskId}${path}`);
    await act();
    await toast(message).waitFor();
    // Why is said too; here the server does not know it itself.
    await toast('Server error').waitFor();
    await back?.();
  });

  it('Error while moving, adding or removing participant, of one who is taken out', async () => {
    const { items } = await person.read<{ items: { id: number; name: string }[] }>('/users?q=novak');
    const userId = items[0]!.id;
    await person.send('POST', `/tasks/${taskId}/participants`, { userId, kind: 'passive' });
    await person.open(`/tasks?taskId=${taskId}`);
    await person.title('Check the scanner').waitFor();
    await fail('DELETE', `/tasks/${taskId}/participants/${userId}`);
    await edit('Passive').click();
    await option('Jan Novák').click();
    await toast('Error while moving, adding or removing participant').waitFor();
  });

  it("Task isn't in any project", async () => {
    await person.open(`/tasks?taskId=${taskId}`);
    await person.title('Check the scanner').waitFor();
    await edit('Board').click();
    await person.page.getByRole('group', { name: "Task isn't in any project" }).waitFor();
    await option('Choose a project').click();
    await option('Warehouse').waitFor();
  });

  it('says why beside the message when the server refuses', async () => {
    person.complaints.foresee(refusal(409, '/api/tasks/'));
    await person.send('POST', `/tasks/${taskId}/move`, { projectId, boardId: null });
    await person.open(`/tasks?taskId=${taskId}`);
    await person.title('Check the scanner').waitFor();
    await fail('POST', `/tasks/${taskId}/move`, 409, 'board.neighbour-moved');
    await edit('Board').click();
    await option('Scanners').click();
    await toast(/^Task wasn't moved to board .*neighbour/i).waitFor();
  });
});

it('Error while fetching tasks', async () => {
  const heard = person.page.waitForEvent('websocket');
  await person.open('/profile');
  // The refetches that a new connection starts are complete.
  await (await heard).waitForEvent('framereceived', { predicate: ({ payload }) => String(payload).startsWith('40') });
  await person.heading.waitFor();
  await fail('GET', '/tasks?**');
  await person.page.locator('a[href="/tasks/given"]').first().click();
  await person.page.getByRole('alert').getByText('Error while fetching tasks').waitFor();
  await person.page.unrouteAll({ behavior: 'wait' });
  await person.page.getByRole('button', { name: 'Try again' }).click();
  await person.row('Check the scanner').first().waitFor();
});

it('Error occured try aggain, of an action of a row', async () => {
  await person.open('/tasks');
  await person.row('Check the scanner').first().waitFor();
  await person.page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('not allowed'));
  });
  await person.page.getByRole('button', { name: `Actions of task #${taskId}` }).click();
  await person.page.getByRole('menuitem', { name: 'Copy name' }).click();
  await toast('Error occured try aggain').waitFor();
});

it('Task not created, and Failed to insert image', async () => {
  const { page } = person;
  await fail('POST', '/files');
  await fail('POST', '/tasks');
  await person.open('/tasks/new');
  await page.getByRole('textbox', { name: 'Description', exact: true }).waitFor();
  await page.getByLabel('Name').fill('Count the shelves');
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Insert an image' }).click();
  await (await chooser).setFiles(image);
  await toast('Failed to insert image').waitFor();
  await page.getByRole('button', { name: 'Remove the file plan.png' }).click();
  await page.getByRole('button', { name: 'Create task' }).click();
  await toast('Task not created').waitFor();
  expect(await page.getByLabel('Name').inputValue()).toBe('Count the shelves');
});

it('Task not created, on a board', async () => {
  const { page } = person;
  await person.open(`/tasks/project/${projectId}`);
  const board = page.getByRole('article', { name: 'Scanners' });
  await board.getByRole('button', { name: 'Add a task' }).click();
  await fail('POST', '/tasks');
  await board.getByRole('textbox').fill('Charge the batteries');
  await board.getByRole('textbox').press('Enter');
  await toast('Task not created').waitFor();
  await expect.poll(() => board.getByRole('textbox').inputValue()).toBe('Charge the batteries');
});

describe('on a board', () => {
  const menu = async (item: string) => {
    await person.open(`/tasks/project/${projectId}`);
    await person.page.getByRole('button', { name: 'Actions of board Scanners' }).click();
    await person.page.getByRole('menuitem', { name: item }).click();
  };

  it('Board not created', async () => {
    await person.open(`/tasks/project/${projectId}`);
    await fail('POST', `/projects/${projectId}/boards`);
    await person.page.getByRole('button', { name: /^(Board|New board)$/ }).click();
    const dialog = person.page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Printers');
    await dialog.getByLabel('Name').press('Control+Enter');
    await toast('Board not created').waitFor();
    expect(await dialog.getByLabel('Name').inputValue()).toBe('Printers');
  });

  it('Board not edited', async () => {
    await menu('Edit');
    await fail('PATCH', '/boards/*');
    const dialog = person.page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Hand scanners');
    await dialog.getByLabel('Name').press('Control+Enter');
    await toast('Board not edited').waitFor();
    expect(await dialog.getByLabel('Name').inputValue()).toBe('Hand scanners');
  });

  it('An error while changing board', async () => {
    await menu('Delete the board');
    await fail('DELETE', '/boards/*');
    await person.page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await toast('An error while changing board').waitFor();
    await person.page.getByRole('article', { name: 'Scanners' }).waitFor();
  });
});

it.each(['/tasks/project/abc', '/tasks/project/0/users'])('projectId is missing at %s', async (path) => {
  await person.open(path);
  await person.page.getByRole('heading', { name: 'projectId is missing' }).waitFor();
});

it('Error while logging in', async () => {
  const guest = await stage.again(person);
  guest.complaints.foresee(refusal(401, '/api/auth/login'));
  await guest.open('/login?lng=en');
  await guest.page.getByRole('textbox', { name: 'E-mail' }).fill(guest.identity.email);
  await guest.page.getByLabel('Password', { exact: true }).fill('not this one');
  await guest.page.getByRole('button', { name: 'Sign in' }).click();
  await guest.page.getByText('Error while logging in').waitFor();
  await guest.leave();
});

describe('what went well', () => {
  it('is said of a task, a comment and a result', async () => {
    await person.open('/tasks/new');
    await person.page.getByLabel('Name').fill('Sweep hall C');
    await person.page.getByRole('button', { name: 'Create task' }).click();
    await toast('Task created').waitFor();
    await person.open(`/tasks?taskId=${taskId}`);
    await box('New comment').fill('Both work.');
    await person.panel.getByRole('button', { name: 'Send' }).click();
    await toast('Comment added').waitFor();
    await person.panel.getByRole('button', { name: 'Complete' }).click();
    const form = person.panel.getByRole('form', { name: 'Complete' });
    await form.getByLabel('Result').fill('They work.');
    await form.getByRole('button', { name: 'Complete' }).click();
    await toast('Result submitted').waitFor();
  });
});
