import { createFileRoute } from '@tanstack/react-router';
import { MembersScreen } from '../../../../../features/projects/members-screen';

export const Route = createFileRoute('/_app/tasks/project/$projectId/users')({ component: MembersScreen });
