import type { ProjectAnswer } from '@gos/contract';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { aMember, aProject } from '../../testing/project-fixtures';
import { haveSession, renderApp } from '../../testing/render-app';
import { type Handlers, jan, pageOf, problem, serve, signedIn } from '../../testing/server';

async function open(address: string, handlers: Handlers = {}, project: ProjectAnswer = aProject()) {
  haveSession();
  const calls = serve({
    ...signedIn,
    'GET /projects/:id/boards': () => pageOf([]),
    'GET /projects': () => pageOf([project]),
    'GET /projects/:id': () => project,
    ...handlers,
  });
  const app = await renderApp(address);
  return { ...app, calls, sent: (method: string) => calls.findLast((call) => call.method === method) };
}

const name = () => screen.findByRole('textbox', { name: 'Název' });
const save = () => screen.getByRole('button', { name: /^Uložit/ });

describe('a new project', () => {
  it('is sent with what was filled in, and opened', async () => {
    const { user, sent, path } = await open('/tasks/project-new', {
      'POST /projects': () => ({ id: 5, revision: 1, position: '7' }),
    });
    const field = await name();
    expect(field).toHaveFocus();
    await user.type(field, ' Orlice 2.0 ');
    await user.click(screen.getByRole('button', { name: 'Přidat zakázku' }));
    await user.keyboard('KS-1{Tab}Evidence{Tab}Orlice a.s.{Enter}');
    expect(screen.getByRole('textbox', { name: 'Číslo zakázky, 2. zakázka' })).toHaveFocus();
    await user.keyboard('{Control>}{Enter}{/Control}');
    await waitFor(() => expect(path()).toBe('/tasks/project/5'));
    expect(sent('POST')?.body).toEqual({
      name: 'Orlice 2.0',
      contracts: [{ contractId: 'KS-1', name: 'Evidence', client: 'Orlice a.s.' }],
    });
    expect(await screen.findByText('Projekt vytvořen')).toBeVisible();
  });

  it('counts the name as it is typed and says what is too long, what is missing only when it is sent', async () => {
    const { user, calls } = await open('/tasks/project-new');
    const field = await name();
    await user.click(screen.getByRole('button', { name: /^Vytvořit projekt/ }));
    expect(field).toHaveAccessibleDescription('Povinné pole');
    await waitFor(() => expect(field).toHaveFocus());
    fireEvent.change(field, { target: { value: 'ž'.repeat(101) } });
    expect(screen.getByText('101/100')).toBeVisible();
    expect(field).toHaveAccessibleDescription('Název může mít nejvýše 100 znaků.');
    fireEvent.change(field, { target: { value: 'ž'.repeat(100) } });
    expect(field).not.toHaveAccessibleDescription('Název může mít nejvýše 100 znaků.');
    expect(calls.some(({ method }) => method === 'POST')).toBe(false);
  });

  it('says which contract is there twice', async () => {
    const { user } = await open('/tasks/project-new');
    await name();
    await user.click(screen.getByRole('button', { name: 'Přidat zakázku' }));
    await user.keyboard('KS-1{Enter}KS-1');
    expect(screen.getByRole('textbox', { name: 'Číslo zakázky, 2. zakázka' })).toHaveAccessibleDescription(
      'Tato zakázka je tu dvakrát.',
    );
    await user.click(screen.getByRole('button', { name: 'Odebrat 2. zakázku' }));
    await waitFor(() => expect(screen.getByRole('button', { name: 'Odebrat 1. zakázku' })).toHaveFocus());
  });

  it('keeps what was typed when it is refused and when one leaves and comes back', async () => {
    const { user, router } = await open('/tasks/project-new', {
      'POST /projects': () =>
        problem(422, 'validation.url', { errors: [{ path: 'externalTicketSystemUrl', code: 'validation.url' }] }),
    });
    await user.type(await name(), 'Orlice');
    await user.type(screen.getByRole('textbox', { name: 'Externí systém požadavků' }), 'https://a.cz');
    await user.click(screen.getByRole('button', { name: /^Vytvořit projekt/ }));
    expect(await screen.findByRole('alert')).toHaveTextContent('Projekt se nepodařilo vytvořit');
    expect(screen.getByRole('textbox', { name: 'Externí systém požadavků' })).toHaveAccessibleDescription(
      'Zadejte webovou adresu začínající http.',
    );
    expect(await name()).toHaveValue('Orlice');
    await router.navigate({ to: '/tasks/projects' });
    await router.navigate({ to: '/tasks/project-new' });
    expect(await name()).toHaveValue('Orlice');
    await user.click(screen.getByRole('button', { name: 'Zahodit změny' }));
    expect(await name()).toHaveValue('');
  });

  it('is not offered to whom it is not allowed', async () => {
    await open('/tasks/project-new', {
      'GET /me': () => ({ ...jan, role: 'collaborator', mayCreateProjects: false }),
    });
    expect(await screen.findByRole('alert')).toHaveTextContent('Externí spolupracovníci projekty nezakládají.');
    expect(screen.queryByRole('textbox', { name: 'Název' })).toBeNull();
  });
});

describe('editing', () => {
  it('sends only what changed, with the revision that was looked at', async () => {
    const { user, sent } = await open('/tasks/project/5/edit', {
      'PATCH /projects/:id': () => ({ id: 5, revision: 4, position: '9' }),
    });
    await user.clear(await name());
    await user.type(await name(), 'Orlice 3.0');
    await user.click(screen.getByRole('switch', { name: /^Aktivní/ }));
    await user.click(save());
    expect(await screen.findByText('Projekt upraven')).toBeVisible();
    expect(sent('PATCH')?.body).toEqual({ name: 'Orlice 3.0', active: false });
    expect(sent('PATCH')?.headers.get('if-match')).toBe('"3"');
  });

  it('says that the status changed when nothing else did', async () => {
    const { user, sent } = await open('/tasks/project/5/edit', {
      'PATCH /projects/:id': () => ({ id: 5, revision: 4, position: '9' }),
    });
    await name();
    await user.click(screen.getByRole('switch', { name: /^Aktivní/ }));
    await user.click(save());
    expect(await screen.findByText('Stav změněn')).toBeVisible();
    expect(sent('PATCH')?.body).toEqual({ active: false });
  });

  it('fails in the words of the catalogue and loses nothing', async () => {
    localStorage.setItem('lng', 'en');
    const { user } = await open('/tasks/project/5/edit', {
      'GET /me': () => ({ ...jan, language: 'en' }),
      'PATCH /projects/:id': () => problem(403, 'project.forbidden'),
    });
    const field = await screen.findByRole('textbox', { name: 'Name' });
    await user.type(field, '!');
    await user.click(screen.getByRole('button', { name: /^Save/ }));
    expect(await screen.findByRole('alert')).toHaveTextContent('Project not edited');
    expect(field).toHaveValue('Orlice 2.0!');
  });

  it('shows both values when another person changed the same field, and lets the reader decide', async () => {
    let tries = 0;
    const { user, sent } = await open('/tasks/project/5/edit', {
      'PATCH /projects/:id': () => {
        tries += 1;
        return tries > 1
          ? { id: 5, revision: 5, position: '9' }
          : problem(409, 'conflict', {
              revision: 4,
              conflicts: [{ path: 'name', base: 'Orlice 2.0', theirs: 'Orlice Plus', yours: 'Orlice 3.0' }],
            });
      },
    });
    await user.clear(await name());
    await user.type(await name(), 'Orlice 3.0');
    await user.click(save());
    const dialog = await screen.findByRole('dialog', { name: 'Stejný údaj mezitím upravil někdo jiný' });
    expect(within(dialog).getByRole('radio', { name: /Orlice Plus/ })).toBeChecked();
    await user.click(within(dialog).getByRole('radio', { name: /Orlice 3.0/ }));
    await user.click(within(dialog).getByRole('button', { name: 'Uložit vybrané' }));
    expect(await screen.findByText('Projekt upraven')).toBeVisible();
    expect(sent('PATCH')?.body).toEqual({ name: 'Orlice 3.0' });
    expect(sent('PATCH')?.headers.get('if-match')).toBe('"4"');
  });

  it('leaves typed fields alone when something arrives, and takes over the others', async () => {
    let present = aProject();
    const { user, queryClient } = await open('/tasks/project/5/edit', { 'GET /projects/:id': () => present });
    await user.type(await name(), '!');
    present = aProject({
      name: 'Jinak',
      externalTicketSystemUrl: 'https://jinde.cz',
      description: '<p>Nový popis</p>',
      revision: 4,
    });
    await queryClient.invalidateQueries({ queryKey: ['projects'] });
    await waitFor(() =>
      expect(screen.getByRole('textbox', { name: 'Externí systém požadavků' })).toHaveValue('https://jinde.cz'),
    );
    expect(await name()).toHaveValue('Orlice 2.0!');
    expect(await screen.findByText('Nový popis')).toBeVisible();
  });

  it('keeps what is typed while a save is under way', async () => {
    let answer: (value: unknown) => void = () => undefined;
    const { user, sent } = await open('/tasks/project/5/edit', {
      'PATCH /projects/:id': () => new Promise((resolve) => (answer = resolve)),
    });
    const field = await name();
    await user.type(field, ' A');
    await user.keyboard('{Enter}');
    await user.type(field, 'B');
    await waitFor(() => expect(sent('PATCH')?.body).toEqual({ name: 'Orlice 2.0 A' }));
    answer({ id: 5, revision: 4, position: '9' });
    expect(await screen.findByText('Projekt upraven')).toBeVisible();
    expect(field).toHaveValue('Orlice 2.0 AB');
    await waitFor(() => expect(save()).toBeEnabled());
  });

  it('says to those without permission that they have none', async () => {
    await open('/tasks/project/5/edit', {}, aProject({ members: [aMember({ permission: 'edit' })] }));
    expect(await screen.findByText('Nemáte oprávnění k úpravám.')).toBeVisible();
    expect(screen.queryByRole('textbox', { name: 'Název' })).toBeNull();
  });
});
