import { createFileRoute } from '@tanstack/react-router';
import { WebhooksScreen } from '../../../../../features/webhooks/webhooks-screen';
import { validateWebhooksSearch } from '../../../../../features/webhooks/webhooks-search';

export const Route = createFileRoute('/_app/tasks/project/$projectId/webhooks')({
  validateSearch: validateWebhooksSearch,
  component: WebhooksScreen,
});
