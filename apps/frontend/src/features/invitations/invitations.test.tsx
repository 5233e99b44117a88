import type { InvitationAnswer, MeAnswer } from '@gos/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { haveSession, renderApp } from '../../testing/render-app';
import { type Handlers, jan, pageOf, problem, serve, signedIn } from '../../testing/server';

const invitation = (id: string, more: Partial<InvitationAnswer> = {}): InvitationAnswer => ({
  id,
  email: `${id}@example.cz`,
  role: 'member',
  invitedBy: { id: jan.id, name: jan.name },
  invitedAt: '2026-11-24T10:00:00.000Z',
  expiresAt: '2026-12-01T10:00:00.000Z',
  state: 'sent',
  ...more,
});

async function open(given: readonly InvitationAnswer[], handlers: Handlers = {}, me: Partial<MeAnswer> = {}) {
  haveSession();
  let invitations = given;
  const calls = serve({
    ...signedIn,
    'GET /me': () => ({ ...jan, ...me }),
    'GET /settings': () => ({
      registration: { value: 'open', locked: false },
      brandName: { value: 'Gos', locked: false },
    }),
    'GET /users/invitations': () => pageOf(invitations),
    'DELETE /users/invitations/:id': ({ path }) => {
      invitations = invitations.filter(({ id }) => !path.endsWith(`/${id}`));
      return new Response(null, { status: 204 });
    },
    ...handlers,
  });
  const sent = () => calls.flatMap(({ method, path, body }) => (method === 'GET' ? [] : [[method, path, body]]));
  return { ...(await renderApp('/people/invitations')), sent };
}

const rowOf = async (email: string) => within(await screen.findByRole('row', { name: new RegExp(`^${email}`) }));

describe('invitations', () => {
  it('go to many addresses at once, and say what became of each', async () => {
    const results = [
      { email: 'eva@example.cz', outcome: 'invited', id: 'eva' },
      { email: 'ivo@example.cz', outcome: 'person', id: null },
    ];
    const { user, sent } = await open([], { 'POST /users/invite': () => ({ results }) });
    expect(await screen.findByText('Nikdo teď není pozvaný.')).toBeVisible();
    const field = screen.getByLabelText('E-mailové adresy');
    await user.click(screen.getByRole('button', { name: /^Pozvat/ }));
    expect(await screen.findByText('Zadejte e-mailovou adresu.')).toBeVisible();
    expect(field).toHaveFocus();
    await user.click(field);
    await user.paste('Eva Malá <eva@example.cz>, ivo@example.cz; nikdo');
    expect(screen.getByText('Tohle není adresa: nikdo')).toBeVisible();
    await user.click(screen.getByRole('combobox', { name: 'Role' }));
    await user.click(await screen.findByRole('option', { name: 'Spolupracovník' }));
    await user.click(screen.getByRole('button', { name: /^Pozvat 2 osoby/ }));
    const result = within(await screen.findByRole('status', { name: 'Co se stalo s adresami' }));
    expect(result.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'eva@example.cz – pozvána Zkopírovat odkaz',
      'ivo@example.cz – už má účet',
    ]);
    expect(field).toHaveValue('nikdo');
    const role = 'collaborator';
    const invitations = ['eva@example.cz', 'ivo@example.cz'].map((email) => ({ email, role }));
    expect(sent()).toEqual([['POST', '/users/invite', { invitations }]]);
  });

  it('are listed with their state, sent again and withdrawn', async () => {
    const { user, sent } = await open(
      [invitation('eva'), invitation('ivo', { state: 'failed' }), invitation('zoe', { state: 'expired' })],
      { 'POST /users/invite': () => ({ results: [{ email: 'zoe@example.cz', outcome: 'renewed', id: 'zoe' }] }) },
    );
    expect((await rowOf('eva@example.cz')).getByText(/^odeslána, platí do/)).toBeVisible();
    expect((await rowOf('ivo@example.cz')).getByText('E-mail nebyl odeslán')).toBeVisible();
    const zoe = await rowOf('zoe@example.cz');
    expect(zoe.getByText(/^vypršela/)).toBeVisible();
    await user.click(zoe.getByRole('button', { name: 'Poslat znovu pozvánku pro zoe@example.cz' }));
    expect(await screen.findByText('Pozvánka je znovu na cestě')).toBeVisible();
    await user.click((await rowOf('eva@example.cz')).getByRole('button', { name: /^Odvolat pozvánku/ }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: 'Odvolat' }));
    await waitFor(() => expect(screen.queryByRole('row', { name: /^eva@/ })).toBeNull());
    expect(sent()).toEqual([
      ['POST', '/users/invite', { invitations: [{ email: 'zoe@example.cz', role: 'member' }] }],
      ['DELETE', '/users/invitations/eva', undefined],
    ]);
  });

  it('give their link to the admin where no mail server is set up, or whatever became of the mail', async () => {
    const { user, sent } = await open(
      [invitation('eva', { state: 'no-mail' }), invitation('ivo', { state: 'failed' })],
      {
        'POST /users/invitations/:id/link': ({ path }) =>
          path.includes('ivo')
            ? problem(404, 'invitation.not-found')
            : { link: 'http://gos.internal/register?invitation=abc' },
      },
    );
    const eva = await rowOf('eva@example.cz');
    expect(eva.getByText(/^Poštovní server není nastaven: pošlete odkaz sami\. Platí do/)).toBeVisible();
    const write = vi.spyOn(navigator.clipboard, 'writeText');
    const copy = eva.getByRole('button', { name: 'Zkopírovat odkaz pozvánky pro eva@example.cz' });
    await user.click(copy);
    expect(await screen.findByText('Odkaz je zkopírovaný')).toBeVisible();
    const link = `${window.location.origin}/register?invitation=abc`;
    expect(write).toHaveBeenCalledWith(link);
    write.mockRejectedValue(new Error('denied'));
    await user.click(copy);
    expect(await screen.findByText(`Prohlížeč kopírování nedovolil. Odkaz: ${link}`)).toBeVisible();
    await user.click((await rowOf('ivo@example.cz')).getByRole('button', { name: /^Zkopírovat odkaz/ }));
    expect(await screen.findByText('Taková pozvánka není.')).toBeVisible();
    expect(sent().map(([, path]) => path)).toEqual([
      ...Array(2).fill('/users/invitations/eva/link'),
      '/users/invitations/ivo/link',
    ]);
  });

  it('say that nobody could use them where registration is off, and what could not be loaded', async () => {
    await open([], {
      'GET /settings': () => ({
        registration: { value: 'off', locked: false },
        brandName: { value: 'Gos', locked: false },
      }),
      'GET /users/invitations': () => problem(403, 'user.forbidden'),
    });
    expect(await screen.findByText(/^Registrace je vypnutá/)).toBeVisible();
    expect(screen.queryByLabelText('E-mailové adresy')).toBeNull();
    expect(await screen.findByText('Pozvánky se nepodařilo načíst.')).toBeVisible();
  });

  it('are for admins', async () => {
    const { sent } = await open([], {}, { role: 'member' });
    expect(await screen.findByText('Pozvánky jsou pro správce')).toBeVisible();
    expect(sent()).toEqual([]);
  });
});
