import { createFileRoute } from '@tanstack/react-router';
import { PeopleScreen } from '../../../features/people/people-screen';
import { validatePeopleSearch } from '../../../features/people/people-search';

export const Route = createFileRoute('/_app/people/')({
  validateSearch: validatePeopleSearch,
  component: PeopleScreen,
});
