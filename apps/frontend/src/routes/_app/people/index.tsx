import { createFileRoute } from '@tanstack/react-router';
import { PeopleScreen } from '../../../features/people/people-screen';

export const Route = createFileRoute('/_app/people/')({ component: PeopleScreen });
