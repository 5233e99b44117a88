/** Routes by which people manage their own account. */
export const accountRoutes = {
  endOtherSessions: 'DELETE /me/sessions',
  tokens: 'GET /me/tokens',
  createToken: 'POST /me/tokens',
  revokeToken: 'DELETE /me/tokens/{id}',
  changePassword: 'POST /me/password',
} as const;
