import { globalRoles, type TypeOf } from '@gos/domain';
import { choice, described, instant, orNull, text } from '@gos/domain/kernel/shape';
import { answer, arrayOf, page, person } from '../kernel/answer';

/** The outcome for one address: invited, invited again by a link that replaces the former one, or already a person. */
const inviteOutcomes = ['invited', 'renewed', 'person'] as const;

/**
 * `waiting`: its mail is under way. `failed`: it was not sent, and is tried again for hours. `no-mail`: no mail server is set up, so
 * that an admin passes the link on.
 */
const invitationStates = ['waiting', 'sent', 'failed', 'no-mail', 'expired'] as const;

const invited = answer('InvitedAddress', {
  email: text(),
  outcome: choice(inviteOutcomes),
  id: described(orNull(text()), { description: 'of the invitation; null for who is a person already' }),
});
const results = answer('InviteResults', { results: arrayOf(invited) });
export type InvitedAnswer = TypeOf<typeof invited>;
export type InviteAnswer = TypeOf<typeof results>;

const invitation = answer('Invitation', {
  id: text(),
  email: text(),
  role: choice(globalRoles),
  invitedBy: person,
  invitedAt: instant,
  expiresAt: instant,
  state: choice(invitationStates),
});
export type InvitationAnswer = TypeOf<typeof invitation>;

/** The details that are shown to anybody who has the link. */
const shown = answer('ShownInvitation', { email: text(), invitedBy: text() });
export type ShownInvitation = TypeOf<typeof shown>;

/** The address at which the invited person registers. */
const link = answer('InvitationLink', { link: text() });
export type InvitationLink = TypeOf<typeof link>;

export const invitationAnswers = { results, list: page(invitation), shown, link };
