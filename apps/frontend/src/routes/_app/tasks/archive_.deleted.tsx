import { createFileRoute } from '@tanstack/react-router';
import { validateDeletedAddress } from '../../../features/activity/deleted.api';
import { DeletedScreen } from '../../../features/activity/deleted-screen';

export const Route = createFileRoute('/_app/tasks/archive_/deleted')({
  validateSearch: validateDeletedAddress,
  component: DeletedScreen,
});
