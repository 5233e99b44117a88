import { createFileRoute } from '@tanstack/react-router';
import { InvitationsScreen } from '../../../features/invitations/invitations-screen';

export const Route = createFileRoute('/_app/people/invitations')({ component: InvitationsScreen });
