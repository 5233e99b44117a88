import { createFileRoute } from '@tanstack/react-router';
import { validateActivityAddress } from '../../features/activity/activity-address';
import { AuditScreen } from '../../features/activity/activity-screens';

export const Route = createFileRoute('/_app/audit')({
  validateSearch: validateActivityAddress,
  component: AuditScreen,
});
