/** Invitations to register, for admins. */
export const invitationRoutes = {
  invite: 'POST /users/invite',
  invitations: 'GET /users/invitations',
  link: 'POST /users/invitations/{id}/link',
  withdraw: 'DELETE /users/invitations/{id}',
} as const;
