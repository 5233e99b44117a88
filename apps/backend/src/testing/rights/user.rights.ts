import {
  accountOperations,
  authOperations,
  avatarContents,
  avatarOperations,
  identityOperations,
  invitationOperations,
  meOperations,
  ownEmailOperations,
  ownSecondStepOperations,
  personEmailOperations,
  personSecondStepOperations,
  secondStepOperations,
  ssoBegin,
  ssoLogout,
  ssoOperations,
  userOperations,
} from '@gos/contract';
import { EmailLinks } from '../../shared/user/email-links';
import type { Person } from '../harness';
import { pictureForm } from '../picture';
import { type Asked, type Row, rightsOf, row, type Scene, signedIn } from './rights';

const own = (_: Scene, { id }: Person): Asked => ({ path: { id } });
const foreign = ({ other: { id } }: Scene): Asked => ({ path: { id } });
const missing = (): Asked => ({ path: { id: 9_999 } });
const somebody = async ({ gos }: Scene): Promise<Asked> => ({ path: { id: (await gos.person('Cizí osoba')).id } });
/** Somebody new, whom a collaborator sees by a task that they share. */
async function colleague({ gos }: Scene, me: Person): Promise<Asked> {
  const person = await gos.person('Cizí osoba');
  if (me.id > 0) await person.post('/api/tasks', { name: 'Společný úkol', passive: [me.id] });
  return { path: { id: person.id } };
}

const positions = { positionIds: [] };
const rate = { hourlyRate: { amount: '1.00', currency: 'CZK' } };

const overtime = { date: '2026-01-01', minutes: 90 };
const vacation = { year: 2026, allowanceDays: 25, carriedOverDays: 0 };

export const userRights = rightsOf(userOperations, {
  list: [row('all', signedIn(200, 200, 200, 200))],
  alike: [row('all', signedIn(200, 200, 200, 200))],
  detail: [
    row('own', signedIn(200, 200, 200, 200), own),
    row('foreign', signedIn(404, 200, 200, 200), foreign),
    row('of a common task', signedIn(200, 200, 200, 200), colleague),
    row('nobody', signedIn(404, 404, 404, 404), missing),
  ],
  names: [
    row('own', signedIn(403, 403, 200, 200), own),
    row('foreign', signedIn(404, 403, 200, 200), foreign),
    row('of a common task', signedIn(403, 403, 200, 200), colleague),
    row('nobody', signedIn(404, 404, 404, 404), missing),
  ],
  holdings: [
    row('own', signedIn(403, 403, 403, 200), own),
    row('foreign', signedIn(404, 403, 403, 200), foreign),
    row('of a common task', signedIn(403, 403, 403, 200), colleague),
    row('nobody', signedIn(404, 404, 404, 404), missing),
  ],
  export: [
    row('own', signedIn(200, 200, 200, 200), own),
    row('foreign', signedIn(404, 403, 403, 200), foreign),
    row('of a common task', signedIn(403, 403, 403, 200), colleague),
    row('nobody', signedIn(404, 404, 404, 404), missing),
  ],
  erase: [
    row('own', signedIn(403, 403, 403, 409), (scene, me) => ({ ...own(scene, me), body: { confirm: 'x' } })),
    row('foreign', signedIn(404, 403, 403, 409), (scene) => ({ ...foreign(scene), body: { confirm: 'x' } })),
    row('of a common task', signedIn(403, 403, 403, 409), async (scene, me) => ({
      ...(await colleague(scene, me)),
      body: { confirm: 'x' },
    })),
    row('nobody', signedIn(404, 404, 404, 404), () => ({ ...missing(), body: { confirm: 'x' } })),
  ],
  setVacation: [
    row('own', signedIn(403, 403, 403, 200, 200), (scene, me) => ({ ...own(scene, me), body: vacation })),
    row('foreign', signedIn(404, 403, 403, 200, 200), (scene) => ({ ...foreign(scene), body: vacation })),
    row('of a common task', signedIn(403, 403, 403, 200, 200), async (scene, me) => ({
      ...(await colleague(scene, me)),
      body: vacation,
    })),
    row('nobody', signedIn(404, 404, 404, 404), () => ({ ...missing(), body: vacation })),
  ],
  setOvertime: [
    row('own', signedIn(403, 403, 403, 200, 200), (scene, me) => ({ ...own(scene, me), body: overtime })),
    row('foreign', signedIn(404, 403, 403, 200, 200), (scene) => ({ ...foreign(scene), body: overtime })),
    row('of a common task', signedIn(403, 403, 403, 200, 200), async (scene, me) => ({
      ...(await colleague(scene, me)),
      body: overtime,
    })),
    row('nobody', signedIn(404, 404, 404, 404), () => ({ ...missing(), body: overtime })),
  ],
  endSessions: [
    row('own', signedIn(403, 403, 403, 204), own),
    row('foreign', signedIn(404, 403, 403, 204), somebody),
    row('of a common task', signedIn(403, 403, 403, 204), colleague),
    row('nobody', signedIn(404, 404, 404, 404), missing),
  ],
  change: [
    row('hand-over', signedIn(403, 403, 403, 200), async (scene, me) => ({
      ...(await colleague(scene, me)),
      body: { active: false, handOver: scene.other.id, heirs: {} },
    })),
    row('own', signedIn(403, 403, 403, 200), (scene, me) => ({ ...own(scene, me), body: positions })),
    row('own rate', signedIn(403, 403, 403, 200), (scene, me) => ({ ...own(scene, me), body: rate })),
    row('own attendance of others', signedIn(403, 403, 403, 200), (scene, me) => ({
      ...own(scene, me),
      body: { attendance: true },
    })),
    row('own role', signedIn(403, 403, 403, 409), (scene, me) => ({ ...own(scene, me), body: { role: 'member' } })),
    row('foreign', signedIn(404, 403, 403, 200), (scene) => ({ ...foreign(scene), body: { ...positions, ...rate } })),
    row('of a common task', signedIn(403, 403, 403, 200), async (scene, me) => ({
      ...(await colleague(scene, me)),
      body: { ...rate, active: false, role: 'auditor' },
    })),
    row('nobody', signedIn(404, 404, 404, 404), () => ({ ...missing(), body: positions })),
  ],
});

const key = { path: { key: 'lists' } };
const session = async (of: Person): Promise<Asked> => {
  const sessions = of.id === 0 ? undefined : (await of.get('/api/me/sessions')).body.items;
  return { path: { id: sessions?.[0].id ?? 'none' } };
};

export const meRights = rightsOf(meOperations, {
  me: [row('own', signedIn(200, 200, 200, 200))],
  change: [row('own', signedIn(200, 200, 200, 200), () => ({ body: { phone: '123' } }))],
  changes: [row('own', signedIn(200, 200, 200, 200))],
  sessions: [row('own', signedIn(200, 200, 200, 200))],
  endSession: [
    row('foreign', signedIn(404, 404, 404, 404), ({ other }) => session(other)),
    row('nobody', signedIn(404, 404, 404, 404), () => ({ path: { id: 'none' } })),
  ],
  preference: [row('own', signedIn(200, 200, 200, 200), () => key)],
  setPreference: [row('own', signedIn(200, 200, 200, 200), () => ({ ...key, body: { value: 1 } }))],
});

const endingSoon = (password = 'correct horse') => ({
  name: 'Program',
  scope: 'read',
  expiresAt: new Date(Date.now() + 60_000).toISOString(),
  password,
});
const token = async (of: Person): Promise<Asked> => {
  const made = of.id === 0 ? undefined : (await of.post('/api/me/tokens', endingSoon())).body;
  return { path: { id: made?.id ?? 'none' } };
};

export const accountRights = rightsOf(accountOperations, {
  endOtherSessions: [row('own', signedIn(204, 204, 204, 204))],
  tokens: [row('own', signedIn(200, 200, 200, 200))],
  createToken: [
    row('own', signedIn(201, 201, 201, 201), () => ({ body: endingSoon() })),
    row('own, not knowing the password', signedIn(422, 422, 422, 422), () => ({ body: endingSoon('not this one') })),
  ],
  revokeToken: [
    row('own', signedIn(204, 204, 204, 204), (_, me) => token(me)),
    row('foreign', signedIn(404, 404, 404, 404), ({ other }) => token(other)),
    row('nobody', signedIn(404, 404, 404, 404), () => ({ path: { id: 'none' } })),
  ],
  changePassword: [
    row('own, not knowing it', signedIn(422, 422, 422, 422), () => ({
      body: { current: 'not this one', password: 'another horse', passwordRepeat: 'another horse' },
    })),
  ],
});

const newEmail = (password?: string) => ({ body: { email: `${crypto.randomUUID()}@example.com`, password } });

export const emailRights = [
  ...rightsOf(ownEmailOperations, {
    email: [row('own', signedIn(200, 200, 200, 200))],
    ask: [
      row('own', signedIn(204, 204, 204, 204), () => newEmail('correct horse')),
      row('own, not knowing the password', signedIn(422, 422, 422, 422), () => newEmail('not this one')),
    ],
    withdraw: [row('own', signedIn(204, 204, 204, 204))],
    confirm: [
      row('by a link that is none', signedIn(422, 422, 422, 422), () => ({ body: { token: 'none' } })),
      row('by the link of somebody else', signedIn(422, 422, 422, 422), async ({ gos, other }) => {
        const links = gos.service<EmailLinks>(EmailLinks);
        await links.make(other.id, 'foreign@example.com', 0);
        return { body: { token: links.tokenOf((await links.pending(other.id))!) } };
      }),
    ],
  }),
  ...rightsOf(personEmailOperations, {
    change: [
      row('own', signedIn(403, 403, 403, 403), (scene, me) => ({ ...own(scene, me), ...newEmail('correct horse') })),
      row('foreign', signedIn(404, 403, 403, 200), async (scene) => ({
        ...(await somebody(scene)),
        ...newEmail('correct horse'),
      })),
      row('of a common task', signedIn(403, 403, 403, 200), async (scene, me) => ({
        ...(await colleague(scene, me)),
        ...newEmail('correct horse'),
      })),
      row('foreign, not knowing the own password', signedIn(404, 403, 403, 422), async (scene) => ({
        ...(await somebody(scene)),
        ...newEmail('not this one'),
      })),
      row('nobody', signedIn(404, 404, 404, 404), () => ({ ...missing(), ...newEmail('correct horse') })),
    ],
  }),
];

const anyone = (status: number): Row['statuses'] => ({
  ...signedIn(status, status, status, status),
  stranger: status,
  deactivated: status,
});
const unknowing = () => ({ body: { password: 'not this one' } });
/** Fewer wrong ones than are delayed: what the rows of nothing ask with the right one. */
const knowing = () => ({ body: { password: 'correct horse' } });
const noPasskey = { path: { id: 'none' } };

export const secondStepRights = [
  ...rightsOf(secondStepOperations, {
    options: [row('nobody’s, without a right password before', anyone(401))],
    finish: [
      row('nobody’s, without a right password before', anyone(401), () => ({ body: { kind: 'totp', code: '123456' } })),
    ],
  }),
  ...rightsOf(ownSecondStepOperations, {
    totp: [row('own', signedIn(200, 200, 200, 200))],
    beginTotp: [row('own, not knowing the password', signedIn(422, 422, 422, 422), unknowing)],
    confirmTotp: [row('own, not begun', signedIn(409, 409, 409, 409), () => ({ body: { code: '123456' } }))],
    removeTotp: [row('own, none', signedIn(204, 204, 204, 204), knowing)],
    passkeys: [row('own', signedIn(200, 200, 200, 200))],
    passkeyOptions: [row('own, not knowing the password', signedIn(422, 422, 422, 422), unknowing)],
    addPasskey: [
      row('own, not begun', signedIn(409, 409, 409, 409), () => ({ body: { name: 'Klíč', attestation: {} } })),
    ],
    renamePasskey: [row('nobody', signedIn(404, 404, 404, 404), () => ({ ...noPasskey, body: { name: 'Klíč' } }))],
    removePasskey: [row('nobody', signedIn(404, 404, 404, 404), () => ({ ...noPasskey, ...knowing() }))],
    recoveryCodes: [row('own', signedIn(200, 200, 200, 200))],
    renewRecoveryCodes: [row('own, not knowing the password', signedIn(422, 422, 422, 422), unknowing)],
  }),
  ...rightsOf(personSecondStepOperations, {
    secondStep: [
      row('own', signedIn(403, 403, 403, 200), own),
      row('foreign', signedIn(404, 403, 403, 200), foreign),
      row('nobody', signedIn(404, 404, 404, 404), missing),
    ],
    reset: [
      row('own', signedIn(403, 403, 403, 403), own),
      row('foreign', signedIn(404, 403, 403, 204), foreign),
      row('nobody', signedIn(404, 404, 404, 404), missing),
    ],
  }),
];

const nobodysToken = { token: 'nobody’s' };
const chosen = { password: 'another horse', passwordRepeat: 'another horse' };

export const authRights = rightsOf(authOperations, {
  refresh: [row('own', signedIn(200, 200, 200, 200))],
  register: [
    row('by an invitation that is none', anyone(422), () => ({
      body: { name: 'Eva', email: 'eva@example.com', ...chosen, invitation: 'none' },
    })),
  ],
  login: [
    row('nobody’s', anyone(401), () => ({ body: { email: `${crypto.randomUUID()}@example.com`, password: 'x' } })),
  ],
  forgotten: [row('nobody’s', anyone(204), () => ({ body: { email: `${crypto.randomUUID()}@example.com` } }))],
  recover: [row('by a link that is none', anyone(422), () => ({ body: { ...nobodysToken, ...chosen } }))],
  invitation: [row('by a link that is none', anyone(422), () => ({ body: nobodysToken }))],
});

/** Tested last, because nobody is signed in afterwards. */
export const signOutRights = [
  ...rightsOf(authOperations, { logout: [row('own, or none', anyone(204))] }),
  ...rightsOf(ssoOperations, { signOut: [row('own, or none', anyone(200))] }),
];

const invitation = (): { readonly email: string; readonly role: string } => ({
  email: `${crypto.randomUUID()}@example.com`,
  role: 'member',
});

export const invitationRights = rightsOf(invitationOperations, {
  invite: [row('all', signedIn(403, 403, 403, 200), () => ({ body: { invitations: [invitation()] } }))],
  invitations: [row('all', signedIn(403, 403, 403, 200))],
  link: [
    row('one', signedIn(403, 403, 403, 200), async ({ admin }) => {
      const { body } = await admin.post('/api/users/invite', { invitations: [invitation()] });
      return { path: { id: body.results[0].id } };
    }),
    row('none', signedIn(403, 403, 403, 404), () => ({ path: { id: 'none' } })),
  ],
  withdraw: [
    row('one', signedIn(403, 403, 403, 204), async ({ admin }) => {
      const { body } = await admin.post('/api/users/invite', { invitations: [invitation()] });
      return { path: { id: body.results[0].id } };
    }),
    row('none', signedIn(403, 403, 403, 404), () => ({ path: { id: 'none' } })),
  ],
});

const noProvider = () => ({ path: { provider: 'google' } });

/** Where no provider is set up. */
export const ssoRights = [
  ...rightsOf(ssoOperations, {
    providers: [row('all', anyone(200))],
    callback: [row('nobody’s, who went nowhere', anyone(401), () => ({ body: { code: 'x', state: 'x' } }))],
    link: [row('nobody’s, who comes from nowhere', anyone(401), () => ({ body: { password: 'x' } }))],
  }),
  ...rightsOf({ begin: ssoBegin }, { begin: [row('none', anyone(404), noProvider)] }),
  ...rightsOf({ logout: ssoLogout }, { logout: [row('none', anyone(404), noProvider)] }),
  ...rightsOf(identityOperations, {
    identities: [row('own', signedIn(200, 200, 200, 200))],
    connect: [row('none', signedIn(404, 404, 404, 404), () => ({ ...noProvider(), body: {} }))],
    disconnect: [row('none', signedIn(404, 404, 404, 404), noProvider)],
  }),
];

/** Uploads a picture of the person. */
const pictured = async (of: Person): Promise<Asked> => {
  if (of.id > 0) await of.call('PUT', '/api/me/avatar', await pictureForm());
  return { path: { id: of.id || 9_999 } };
};

/** One for all roles. */
const once = () => {
  let made: Promise<Person> | undefined;
  return (gos: Scene['gos']) => (made ??= gos.person('Cizí osoba'));
};
const [withPicture, withoutPicture] = [once(), once()];

export const avatarRights = [
  ...rightsOf(avatarOperations, {
    put: [row('own', signedIn(200, 200, 200, 200), async () => ({ body: await pictureForm() }))],
    remove: [row('own', signedIn(204, 204, 204, 204))],
    list: [row('all', signedIn(200, 200, 200, 200))],
  }),
  ...rightsOf(avatarContents, {
    picture: [
      row('own', signedIn(200, 200, 200, 200), (_, me) => pictured(me)),
      row('foreign', signedIn(404, 200, 200, 200), ({ other }) => pictured(other)),
      row('of a common task', signedIn(200, 200, 200, 200), async ({ gos }, me) => {
        const person = await withPicture(gos);
        if (me.id > 0) await person.post('/api/tasks', { name: 'Společný úkol', passive: [me.id] });
        return pictured(person);
      }),
      row('of who has none', signedIn(404, 404, 404, 404), async ({ gos }) => ({
        path: { id: (await withoutPicture(gos)).id },
      })),
      row('nobody', signedIn(404, 404, 404, 404), missing),
    ],
  }),
];
