import type { MemberAnswer, ProjectAnswer } from '@gos/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { aMember, aProject, karla, me, petr } from '../../testing/project-fixtures';
import { haveSession, renderApp } from '../../testing/render-app';
import { type Handlers, jan, pageOf, problem, serve, signedIn } from '../../testing/server';

async function open(address: string, project: ProjectAnswer = aProject(), handlers: Handlers = {}) {
  haveSession();
  let present = project;
  const calls = serve({
    ...signedIn,
    'GET /projects': () => pageOf([present]),
    'GET /projects/:id': () => present,
    'GET /users': () =>
      pageOf([me, karla, petr].map((user) => ({ ...jan, ...user, email: null, role: 'member' as const }))),
    ...handlers,
  });
  const app = await renderApp(address);
  const become = (next: ProjectAnswer) => {
    present = next;
  };
  return { ...app, calls, become, sent: (method: string) => calls.findLast((call) => call.method === method) };
}

const tabs = () => screen.findByRole('navigation', { name: 'Části projektu' });

describe('the header', () => {
  it('names the project, its first contract, its members and its tabs', async () => {
    await open('/tasks/project/5/users');
    expect(await screen.findByRole('heading', { level: 1, name: 'Orlice 2.0' })).toBeVisible();
    expect(screen.getByText('· KS-2026-014')).toBeVisible();
    expect(screen.getByRole('link', { name: '2 členové projektu' })).toHaveAttribute('href', '/tasks/project/5/users');
    const links = within(await tabs()).getAllByRole('link');
    expect(links.map(({ textContent }) => textContent)).toEqual([
      'Přehled',
      'Uživatelé',
      'Informace',
      'Statistiky',
      'Aktivita',
      'Webhooky',
      'Upravit',
    ]);
    expect(within(await tabs()).getByRole('link', { name: 'Uživatelé' })).toHaveAttribute('aria-current', 'page');
  });

  it('offers no editing to whom it is not allowed, and says that a project is inactive', async () => {
    await open('/tasks/project/5/information', aProject({ active: false, members: [aMember({ permission: 'edit' })] }));
    expect(await screen.findByText('Neaktivní', { selector: 'header *' })).toBeVisible();
    expect(within(await tabs()).queryByRole('link', { name: 'Upravit' })).toBeNull();
  });

  it.each(['/tasks/project/abc/users', '/tasks/project/0/users', '/tasks/project/-1/edit', '/tasks/project'])(
    'says at %s that the number is missing',
    async (address) => {
      await open(address);
      expect(await screen.findByRole('alert')).toHaveTextContent('Chybí číslo projektu');
      expect(screen.getByRole('link', { name: 'Přejít na projekty' })).toHaveAttribute('href', '/tasks/projects');
    },
  );

  it('says it in the words of the catalogue', async () => {
    localStorage.setItem('lng', 'en');
    await open('/tasks/project/abc/users', aProject(), { 'GET /me': () => ({ ...jan, language: 'en' }) });
    expect(await screen.findByRole('heading', { name: 'projectId is missing' })).toBeVisible();
  });

  it('helps on where there is no such project', async () => {
    await open('/tasks/project/5/users', aProject(), { 'GET /projects/:id': () => problem(404, 'project.not-found') });
    expect(await screen.findByRole('alert')).toHaveTextContent('Takový projekt tu není');
  });

  it('closes with a sentence when the project is no longer the reader’s to see', async () => {
    let gone = false;
    const { queryClient } = await open('/tasks/project/5/users', aProject(), {
      'GET /projects/:id': () => (gone ? problem(404, 'project.not-found') : aProject()),
    });
    await tabs();
    gone = true;
    await queryClient.invalidateQueries({ queryKey: ['projects'] });
    expect(await screen.findByRole('alert')).toHaveTextContent('Projekt Orlice 2.0 už nevidíte');
  });
});

describe('users', () => {
  const row = (name: string) => screen.findByRole('row', { name: new RegExp(name) });

  it('changes a permission where it stands, at once', async () => {
    const { user, sent, become } = await open('/tasks/project/5/users', aProject(), {
      'PATCH /projects/:id/members/:userId': ({ body }) => {
        become(aProject({ members: [aMember(), aMember({ user: karla, ...(body as object) })] }));
        return { id: 5, revision: 4, position: '9' };
      },
    });
    await row('Karla');
    await user.click(screen.getByRole('combobox', { name: 'Oprávnění: Karla Svobodová' }));
    await user.click(await screen.findByRole('option', { name: /^Správa/ }));
    await waitFor(() => expect(sent('PATCH')).toMatchObject({ path: '/projects/5/members/2' }));
    expect(sent('PATCH')?.body).toEqual({ permission: 'manage' });
    expect(screen.getByRole('combobox', { name: 'Oprávnění: Karla Svobodová' })).toHaveValue('Správa');
  });

  it('adds a person found without diacritics, with the permission chosen', async () => {
    const { user, sent, become } = await open('/tasks/project/5/users', aProject(), {
      'POST /projects/:id/members': () => {
        become(aProject({ members: [aMember(), aMember({ user: petr, permission: 'view' })] }));
        return { id: 5, revision: 4, position: '9' };
      },
    });
    await row('Karla');
    await user.click(screen.getByRole('combobox', { name: 'Oprávnění nového člena' }));
    await user.click(await screen.findByRole('option', { name: /^Čtení/ }));
    await user.click(screen.getByRole('button', { name: 'Přidat člena' }));
    await user.type(await screen.findByPlaceholderText('Najít osobu…'), 'dvorak');
    await user.click(await screen.findByRole('option', { name: /Petr Dvořák/ }));
    expect(await screen.findByText('Člen přidán')).toBeVisible();
    expect(sent('POST')?.body).toEqual({ userId: 4, permission: 'view', notification: 'all' });
    expect(await row('Petr Dvořák')).toBeVisible();
  });

  it('removes a member and brings them back as they were', async () => {
    const { user, calls, become } = await open('/tasks/project/5/users', aProject(), {
      'DELETE /projects/:id/members/:userId': () => {
        become(aProject({ members: [aMember()] }));
        return { id: 5, revision: 4, position: '9', eventId: 'event-1' };
      },
      'POST /undo': () => {
        become(aProject());
        return { id: 5, revision: 5, position: '10' };
      },
    });
    await row('Karla');
    await user.click(screen.getByRole('button', { name: 'Odebrat z projektu: Karla Svobodová' }));
    expect(await screen.findByText('Člen odebrán')).toBeVisible();
    await user.click(screen.getByText('Zpět', { selector: 'button' }));
    expect(await row('Karla')).toBeVisible();
    expect(calls.findLast(({ method }) => method === 'POST')?.body).toEqual({ eventId: 'event-1' });
  });

  it('keeps the last who manages, and says why', async () => {
    const { user } = await open('/tasks/project/5/users', aProject(), {
      'PATCH /projects/:id/members/:userId': () => problem(409, 'project.last-manage'),
    });
    await row('Jan');
    await user.click(screen.getByRole('combobox', { name: 'Oprávnění: Jan Novák' }));
    await user.click(await screen.findByRole('option', { name: /^Čtení/ }));
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'V projektu musí zůstat alespoň jeden člověk, který ho spravuje.',
    );
    await waitFor(() => expect(screen.getByRole('combobox', { name: 'Oprávnění: Jan Novák' })).toHaveValue('Správa'));
  });

  it('asks before somebody gives up managing', async () => {
    const two = (own: Partial<MemberAnswer>) =>
      aProject({ members: [aMember(own), aMember({ user: karla, permission: 'manage' })] });
    const { user, calls, sent, become } = await open('/tasks/project/5/users', two({}), {
      'GET /me': () => ({ ...jan, role: 'member' }),
      'PATCH /projects/:id/members/:userId': ({ body }) => {
        become(two(body as object));
        return { id: 5, revision: 4, position: '9' };
      },
    });
    await row('Jan');
    const lower = async () => {
      await user.click(screen.getByRole('combobox', { name: 'Oprávnění: Jan Novák' }));
      await user.click(await screen.findByRole('option', { name: /^Čtení/ }));
      return screen.findByRole('dialog', { name: 'Vzdát se správy projektu Orlice 2.0?' });
    };
    await user.click(within(await lower()).getByRole('button', { name: 'Zrušit' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(calls.some(({ method }) => method === 'PATCH')).toBe(false);
    await user.click(within(await lower()).getByRole('button', { name: 'Vzdát se správy' }));
    await waitFor(() => expect(sent('PATCH')?.body).toEqual({ permission: 'view' }));
  });

  it('is read by those without permission, who still choose what they are told', async () => {
    await open(
      '/tasks/project/5/users',
      aProject({ members: [aMember({ permission: 'view' }), aMember({ user: karla })] }),
    );
    expect(await screen.findByText('Nemáte oprávnění k úpravám.')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Přidat člena' })).toBeNull();
    expect(screen.queryByRole('combobox', { name: /Oprávnění/ })).toBeNull();
    expect(screen.getByRole('combobox', { name: 'Upozornění: Jan Novák' })).toHaveValue('Vše');
    expect(screen.queryByRole('combobox', { name: 'Upozornění: Karla Svobodová' })).toBeNull();
  });

  it('says it in English as the specification does', async () => {
    localStorage.setItem('lng', 'en');
    await open('/tasks/project/5/users', aProject({ members: [aMember({ permission: 'view' })] }), {
      'GET /me': () => ({ ...jan, language: 'en' }),
    });
    expect(await screen.findByText('no permission to edit')).toBeVisible();
  });

  it('asks before the reader leaves', async () => {
    const { user, path, sent } = await open(
      '/tasks/project/5/users',
      aProject({ members: [aMember({ permission: 'view' }), aMember({ user: karla })] }),
      { 'DELETE /projects/:id/members/:userId': () => ({ id: 5, revision: 4, position: '9' }) },
    );
    await user.click(await screen.findByRole('button', { name: 'Opustit projekt' }));
    const dialog = await screen.findByRole('dialog', { name: 'Opustit projekt Orlice 2.0?' });
    await user.click(within(dialog).getByRole('button', { name: 'Opustit projekt' }));
    await waitFor(() => expect(path()).toBe('/tasks/projects'));
    expect(sent('DELETE')?.path).toBe('/projects/5/members/1');
  });
});

it('tells about the project: description, dates, links, contracts and who manages it', async () => {
  await open('/tasks/project/5/information');
  expect(await screen.findByText('Sklad bez papírů')).toBeVisible();
  const contracts = screen.getByRole('table', { name: 'Zakázky' });
  expect(within(contracts).getByRole('row', { name: 'KS-2026-014 Evidence Orlice a.s.' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'tickets.example.cz/orlice' })).toHaveAttribute(
    'href',
    'https://tickets.example.cz/orlice',
  );
  expect(screen.getByText('Spravuje').nextElementSibling).toHaveTextContent('Jan Novák');
  expect(screen.getByRole('link', { name: 'Upravit projekt' })).toHaveAttribute('href', '/tasks/project/5/edit');
});
