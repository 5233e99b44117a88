/** The second step of a sign-in by a password. */
export const secondStepRoutes = {
  options: 'POST /auth/second-step/options',
  finish: 'POST /auth/second-step',
} as const;

/** One's own second step, and an admin's look at that of somebody else. */
export const ownSecondStepRoutes = {
  totp: 'GET /me/totp',
  beginTotp: 'POST /me/totp',
  confirmTotp: 'POST /me/totp/confirm',
  removeTotp: 'DELETE /me/totp',
  passkeys: 'GET /me/passkeys',
  passkeyOptions: 'POST /me/passkeys/options',
  addPasskey: 'POST /me/passkeys',
  renamePasskey: 'PATCH /me/passkeys/{id}',
  removePasskey: 'DELETE /me/passkeys/{id}',
  recoveryCodes: 'GET /me/recovery-codes',
  renewRecoveryCodes: 'POST /me/recovery-codes',
} as const;

export const personSecondStepRoutes = {
  secondStep: 'GET /users/{id}/second-step',
  reset: 'DELETE /users/{id}/second-step',
} as const;
