/** The change of one's own e-mail address, which a link mailed to the new one confirms. */
export const ownEmailRoutes = {
  email: 'GET /me/email',
  ask: 'POST /me/email',
  withdraw: 'DELETE /me/email',
  confirm: 'POST /me/email/confirm',
} as const;

/** The change of another person's address, for admins. */
export const personEmailRoutes = { change: 'PUT /users/{id}/email' } as const;
