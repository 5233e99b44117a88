import { describe, expect, test } from '@jest/globals';
import { webhookDecider } from '../testing/flat-commands';
import { given } from '../testing/given-when-then';
import { colleague, happened, inactive, people, project } from '../testing/task-scene';
import type { Webhook, WebhookEvent } from './webhook';
import { canOfWebhook, type WebhookFacts } from './webhook.commands';
import { webhookSamples } from './webhook.samples';

const { WebhookCreated, WebhookEdited, WebhookRemoved, WebhookSecretRotated, WebhookSwitchedOff } = webhookSamples;
const created = happened<WebhookEvent>(WebhookCreated);
const switchedOff = happened<WebhookEvent>(WebhookSwitchedOff, null);
const facts = (over: Partial<WebhookFacts> = {}): WebhookFacts => ({
  actor: people.manager,
  nameable: [2, colleague],
  targetRefused: null,
  present: 0,
  ...over,
});
const { webhookId: _, projectId: __, ...fields } = WebhookCreated.data;
const create = { type: 'create', webhookId: 7, projectId: project, webhook: fields } as const;
const keepers = [people.manager, people.admin];
const others = [people.viewer, people.editor, people.stranger, people.contractor];

describe('a webhook', () => {
  test('is created once, by whoever manages the project', () => {
    for (const actor of keepers) {
      given(webhookDecider, []).when(create, facts({ actor })).thenEvents(WebhookCreated);
    }
    given(webhookDecider, [created]).when(create, facts()).thenNothing();
    for (const actor of others)
      given(webhookDecider, []).when(create, facts({ actor })).thenRefused('project.forbidden');
    given(webhookDecider, [])
      .when(create, facts({ actor: people.auditor }))
      .thenRefused('task.auditor');
  });

  test('needs only a name; it is active then and sends nothing', () => {
    const none = { backlogBoardName: null, doneBoardName: null, autoContractorId: null, targetUrl: null };
    given(webhookDecider, [])
      .when({ ...create, webhook: { name: ' GitHub ' } }, facts())
      .thenEvents({
        type: 'WebhookCreated',
        data: { webhookId: 7, projectId: project, name: 'GitHub', active: true, ...none },
      });
  });

  test.each([
    [{ name: ' ' }, 'validation.required'],
    [{ name: 'x'.repeat(101) }, 'webhook.name.too-long'],
    [{ doneBoardName: '' }, 'validation.required'],
    [{ backlogBoardName: 'x'.repeat(101) }, 'board.name.too-long'],
    [{ targetUrl: 'ftp://odber.example' }, 'validation.url'],
    [{ targetUrl: `https://odber.example/${'x'.repeat(2_000)}` }, 'validation.too-long'],
    [{ autoContractorId: inactive }, 'webhook.contractor.unknown'],
  ] as const)('never has %j', (wrong, code) => {
    given(webhookDecider, [])
      .when({ ...create, webhook: { ...fields, ...wrong } }, facts())
      .thenRefused(code);
    given(webhookDecider, [created]).when({ type: 'edit', fields: wrong }, facts()).thenRefused(code);
  });

  test('sends to no address that may not be reached; an address that it has may stay', () => {
    const refused = facts({ targetRefused: 'webhook.target-private' });
    given(webhookDecider, []).when(create, refused).thenRefused('webhook.target-private');
    given(webhookDecider, [created])
      .when({ type: 'edit', fields: { targetUrl: 'http://10.0.0.1/' } }, refused)
      .thenRefused('webhook.target-private', { errors: [{ path: 'targetUrl', code: 'webhook.target-private' }] });
    given(webhookDecider, [created])
      .when({ type: 'edit', fields: { targetUrl: fields.targetUrl } }, refused)
      .thenNothing();
  });

  test('is one of 50 at most in its project', () => {
    given(webhookDecider, [])
      .when(create, facts({ present: 49 }))
      .thenEvents(WebhookCreated);
    given(webhookDecider, [])
      .when(create, facts({ present: 50 }))
      .thenRefused('validation.too-many', { params: { max: 50 } });
  });

  test('is edited, removed and given another secret by whoever manages the project', () => {
    const one = given(webhookDecider, [created]);
    const edit = { type: 'edit', fields: { name: 'GitLab', autoContractorId: null, targetUrl: null } } as const;
    one.when(edit, facts()).thenEvents(WebhookEdited);
    one.when({ type: 'edit', fields: { name: 'GitHub ', active: true } }, facts()).thenNothing();
    one.when({ type: 'rotateSecret' }, facts()).thenEvents(WebhookSecretRotated);
    one.when({ type: 'remove' }, facts()).thenEvents(WebhookRemoved);
    for (const command of [edit, { type: 'rotateSecret' }, { type: 'remove' }] as const) {
      for (const actor of others) one.when(command, facts({ actor })).thenRefused('project.forbidden');
      one.when(command, facts({ actor: people.auditor })).thenRefused('task.auditor');
      for (const history of [[], [created, happened<WebhookEvent>(WebhookRemoved)]]) {
        given(webhookDecider, history).when(command, facts()).thenRefused('webhook.not-found');
      }
    }
  });

  test('is switched off by the system alone, once; who switches it on again takes the reason away', () => {
    const off = { type: 'switchOff', reason: 'gone' } as const;
    given(webhookDecider, [created])
      .when(off, facts({ actor: people.system }))
      .thenEvents(WebhookSwitchedOff);
    given(webhookDecider, [created, switchedOff])
      .when(off, facts({ actor: people.system }))
      .thenNothing();
    for (const actor of keepers) {
      given(webhookDecider, [created]).when(off, facts({ actor })).thenRefused('project.forbidden');
    }
    const on = happened<WebhookEvent>({
      type: 'WebhookEdited',
      data: { changes: [{ field: 'active', from: false, to: true }] },
    });
    const folded = (...events: (typeof created)[]) => events.reduce<Webhook | null>(webhookDecider.evolve, null)!;
    expect(folded(created, switchedOff)).toMatchObject({ active: false, switchedOff: 'gone' });
    expect(folded(created, switchedOff, on)).toMatchObject({ active: true, switchedOff: null, revision: 3 });
  });

  test('says what may be done with it', () => {
    const webhook = { projectId: project, active: true, targetUrl: 'https://odber.example' };
    expect(canOfWebhook(webhook, people.manager)).toEqual({
      edit: true,
      delete: true,
      'rotate-secret': true,
      test: true,
      replay: true,
      redeliver: true,
    });
    expect(canOfWebhook({ ...webhook, active: false }, people.manager)).toMatchObject({
      test: true,
      replay: 'webhook.off',
    });
    expect(canOfWebhook({ ...webhook, targetUrl: null }, people.admin)).toMatchObject({
      test: 'webhook.no-target',
      replay: 'webhook.no-target',
    });
    expect(canOfWebhook(webhook, people.auditor)).toMatchObject({ edit: 'task.auditor', replay: 'task.auditor' });
  });

  test('folds every event, and counts it', () => {
    const all = (Object.values(webhookSamples) as WebhookEvent[]).map((event) => happened(event));
    const webhook = all.reduce<Webhook | null>(webhookDecider.evolve, null);
    expect(webhook).toMatchObject({ id: 7, revision: 5, name: 'GitLab', active: false, deleted: true });
    for (const event of all) expect(webhookDecider.evolve(null, event) === null).toBe(event.type !== 'WebhookCreated');
  });
});
