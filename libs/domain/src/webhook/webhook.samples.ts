import type { Samples } from '../kernel/events';
import type { WebhookEvent } from './webhook';

/** One realistic event of each type; an event type without a sample does not compile. */
export const webhookSamples = {
  WebhookCreated: {
    type: 'WebhookCreated',
    data: {
      webhookId: 7,
      projectId: 5,
      name: 'GitHub',
      backlogBoardName: 'Příchozí',
      doneBoardName: 'Hotovo',
      autoContractorId: 2,
      active: true,
      targetUrl: 'https://odber.example/gos',
    },
  },
  WebhookEdited: {
    type: 'WebhookEdited',
    data: {
      changes: [
        { field: 'name', from: 'GitHub', to: 'GitLab' },
        { field: 'autoContractorId', from: 2, to: null },
        { field: 'targetUrl', from: 'https://odber.example/gos', to: null },
      ],
    },
  },
  WebhookSecretRotated: { type: 'WebhookSecretRotated', data: {} },
  WebhookSwitchedOff: { type: 'WebhookSwitchedOff', data: { projectId: 5, reason: 'gone' } },
  WebhookRemoved: { type: 'WebhookRemoved', data: {} },
} satisfies Samples<WebhookEvent>;
