import type { Person } from './person';

/** A name that is longer than the place for it, wherever that is. */
export const longName = 'Sjednotit číselníky skladových karet napříč všemi pobočkami a dohledat rozdíly';

/** Fills a company through its admin: a project with a board, tasks in every state, long words and comments. */
export async function fillCompany(boss: Person, person: Person) {
  const [bossId, me] = [await boss.id(), await person.id()];
  const project = await boss.send('POST', '/projects', {
    name: 'Stěhování centrálního skladu do nové haly',
    description: '<p>Do konce roku.</p><ul><li>bez výpadku expedice</li></ul>',
    externalTicketSystemUrl: 'https://git.firma.example/sklad',
    contracts: [{ contractId: 'KS-2026-009', name: 'Výstavba haly', client: 'Stavby Hradec' }],
  });
  await boss.send('POST', `/projects/${project.id}/members`, { userId: me, permission: 'manage', notification: 'all' });
  const deadline = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
  const board = await boss.send('POST', `/projects/${project.id}/boards`, {
    description: 'Regály, značení a první naskladnění.',
    deadline: deadline(9),
    assignedUserId: me,
    name: 'Regály a značení',
    section: 'todo',
  });
  await boss.send('POST', `/projects/${project.id}/boards`, { name: 'Až potom', section: 'backlog' });
  const webhook = await boss.send('POST', `/projects/${project.id}/webhooks`, {
    name: 'Požadavky od dodavatele regálů a značení',
    backlogBoardName: 'Až potom',
    doneBoardName: 'Regály a značení',
    autoContractorId: bossId,
  });
  const tasks: number[] = [];
  for (const [index, name] of [longName, 'Inventura', 'Porada vedení', 'Tiskové sestavy'].entries()) {
    const { id } = await boss.send('POST', '/tasks', {
      name,
      description: `<p>Popis s <a href="https://firma.example/${'dlouha-adresa-'.repeat(6)}">odkazem</a>.</p>`,
      solverId: me,
      priority: 3 + index * 2,
      tags: ['sklad', 'evidence', 'značení'],
      deadline: deadline(index),
      gitBranch: '1455-ctecka-neposila-sarzi-a-obsluha-ji-musi-opisovat',
      externalUrl: 'https://firma.example/tikety/1455-ctecka-neposila-sarzi',
      ...(index < 3 && { projectId: project.id, boardId: board.id }),
      ...(index === 2 && { type: 'meeting', estimateMinutes: 60 }),
    });
    tasks.push(id);
    if (index === 1) {
      await person.send('POST', `/tasks/${id}/complete`, { result: 'Sečteno.' });
      await boss.send('POST', `/tasks/${id}/accept`, { rating: 4 });
    }
  }
  const [task] = tasks as [number];
  await boss.send('POST', `/tasks/${task}/comments`, { text: 'Začněte prosím regálem C.' });
  for (const name of ['Skladník', 'Obsluha vysokozdvižného vozíku s oprávněním na práci ve výškách']) {
    const { id: positionId } = await boss.send('POST', '/positions', { name });
    await boss.send('PATCH', `/users/${me}`, { positionIds: [positionId] });
  }
  await person.send('POST', '/tasks', { name: 'Objednat štítky', solverId: bossId });
  const repeated = await boss.send('POST', '/repeated-tasks', {
    name: 'Kontrola skladových zásob',
    firstDeadline: deadline(2),
    repeat: 'weekly',
    solverId: me,
    template: { contractorId: me, description: '<p>Projít regály A až F.</p>', priority: 8, tags: ['sklad'] },
  });
  return { project: project.id, board: board.id, webhook: webhook.id, task, repeated: repeated.id };
}
