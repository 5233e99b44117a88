import { invitationRoutes } from '@gos/contract';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { type BodyOf, request } from '../../lib/request';

export const invitationsPageSize = 50;

export const invitationKeys = {
  all: ['invitations'],
  list: (page: number) => ['invitations', page],
} as const;

/** A mail that is under way is looked after. */
const waitingMs = 2_000;

export const invitationsQuery = (page: number) =>
  queryOptions({
    queryKey: invitationKeys.list(page),
    queryFn: ({ signal }) =>
      request(invitationRoutes.invitations, { query: { page, pageSize: invitationsPageSize }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.items.some((one) => one.state === 'waiting') ? waitingMs : false),
  });

type Invited = BodyOf<typeof invitationRoutes.invite>['invitations'];

export const invite = (invitations: Invited) => request(invitationRoutes.invite, { body: { invitations } });
export const linkOf = (id: string) => request(invitationRoutes.link, { id });
export const withdraw = (id: string) => request(invitationRoutes.withdraw, { id });
