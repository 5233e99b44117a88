export const meRoutes = {
  me: 'GET /me',
  change: 'PATCH /me',
  changes: 'GET /me/changes',
  sessions: 'GET /me/sessions',
  endSession: 'DELETE /me/sessions/{id}',
  preference: 'GET /me/preferences/{key}',
  setPreference: 'PUT /me/preferences/{key}',
} as const;
