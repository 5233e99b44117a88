import { describe, expect, test } from '@jest/globals';
import { installationDecider } from '../testing/flat-commands';
import { given } from '../testing/given-when-then';
import { people } from '../testing/task-scene';
import { type Installation, type InstallationEvent, initialInstallation } from './installation';
import { installationSamples } from './installation.samples';

const { InstallationFounded, SettingsChanged } = installationSamples;
const byAdmin = { actor: people.admin, locked: [] };

test('an installation is founded once, by the first', () => {
  const facts = { ...byAdmin, actor: people.contractor };
  given(installationDecider, []).when({ type: 'found', userId: 1 }, facts).thenEvents(InstallationFounded);
  given(installationDecider, [InstallationFounded]).when({ type: 'found', userId: 2 }, facts).thenNothing();
});

describe('settings', () => {
  const founded = given(installationDecider, [InstallationFounded]);
  const set = (settings: object) => ({ type: 'changeSettings', settings }) as const;
  const connected = (url: string | null) => ({ area: 'charts', url, frame: false, hidden: true });

  test('have values before they are set', () => {
    expect(initialInstallation.settings).toEqual({
      registration: 'open',
      ipDays: 90,
      payloadDays: 30,
      exportRounding: 'none',
      breakMinutes: 0,
      breakAfterHours: 6,
      absencesNeedApproval: false,
      brandName: 'Gos',
      workingDays: [1, 2, 3, 4, 5],
      secondStep: 'optional',
      areas: [],
    });
  });

  test('change in one event, each from what it was; what stays is not in it', () => {
    const changes = SettingsChanged.data.changes.slice(0, 2);
    founded
      .when(set({ brandName: ' Firma a syn', workingDays: [4, 1, 2, 3, 1], ipDays: 90 }), byAdmin)
      .thenEvents({ type: 'SettingsChanged', data: { changes } });
    founded.when(set({ brandName: 'Gos ', workingDays: [5, 4, 3, 2, 1] }), byAdmin).thenNothing();
    founded.when(set({}), byAdmin).thenNothing();
    given(installationDecider, [InstallationFounded, SettingsChanged])
      .when(set({ workingDays: [1, 2, 3, 4] }), byAdmin)
      .thenNothing();
  });

  test('of areas are kept in the order of the sidebar, without entries that say nothing', () => {
    const invoices = { area: 'invoices', url: 'https://firma.example', frame: true, hidden: false } as const;
    const telephone = { area: 'telephone', url: null, frame: false, hidden: true } as const;
    const change = { name: 'areas', from: [], to: [invoices, telephone] } as const;
    const nothing = { area: 'charts', url: null, frame: true, hidden: false };
    founded
      .when(set({ areas: [telephone, nothing, { ...invoices, url: ` ${invoices.url}` }] }), byAdmin)
      .thenEvents({ type: 'SettingsChanged', data: { changes: [change] } });
    founded.when(set({ areas: [nothing] }), byAdmin).thenNothing();
  });

  test('are changed by an admin only', () => {
    for (const actor of [people.contractor, people.auditor, people.stranger]) {
      founded.when(set({ ipDays: 30 }), { ...byAdmin, actor }).thenRefused('user.forbidden');
    }
  });

  test.each([
    [{ registration: 'closed' }, 'validation.choice'],
    [{ ipDays: 0 }, 'validation.too-small'],
    [{ payloadDays: 3_651 }, 'validation.too-large'],
    [{ ipDays: 1.5 }, 'validation.integer'],
    [{ ipDays: null }, 'validation.required'],
    [{ brandName: ' \u200b' }, 'validation.required'],
    [{ brandName: 'x'.repeat(51) }, 'validation.too-long'],
    [{ workingDays: [] }, 'validation.required'],
    [{ workingDays: [8] }, 'validation.too-large'],
    [{ secondStep: 'members' }, 'validation.choice'],
    [{ areas: [connected('javascript:alert(1)')] }, 'validation.url'],
    [{ areas: [connected('https://jan:heslo@firma.example/')] }, 'validation.url'],
    [{ areas: [connected('https://firma.example/a b')] }, 'validation.url'],
    [{ areas: [connected(`https://firma.example/${'x'.repeat(2_000)}`)] }, 'validation.too-long'],
    [{ areas: [{ ...connected(null), area: 'users.roles' }] }, 'validation.choice'],
    [{ areas: [connected(null), connected(null)] }, 'validation.repeated'],
  ] as const)('refuse %j', (settings, code) => {
    founded.when(set(settings), byAdmin).thenRefused(code);
  });

  test('that the environment decides stay, and say so at the field', () => {
    const facts = { ...byAdmin, locked: ['registration'] as const };
    founded
      .when(set({ registration: 'off', ipDays: 30 }), facts)
      .thenRefused('setting.locked', { errors: [{ path: 'registration', code: 'setting.locked' }] });
    founded.when(set({ registration: 'open' }), facts).thenRefused('setting.locked');
    founded.when(set({ brandName: 'Gos' }), facts).thenNothing();
  });

  test('fold every event, and count it', () => {
    const all = Object.values(installationSamples) as InstallationEvent[];
    const folded = all.reduce<Installation | null>(installationDecider.evolve, null);
    expect(folded).toEqual({
      adminId: 1,
      revision: 2,
      settings: {
        ...initialInstallation.settings,
        brandName: 'Firma a syn',
        workingDays: [1, 2, 3, 4],
        areas: SettingsChanged.data.changes.find(({ name }) => name === 'areas')!.to,
      },
    });
  });
});
