export const authRoutes = {
  register: 'POST /auth/register',
  login: 'POST /auth/login',
  logout: 'POST /auth/logout',
  forgotten: 'POST /auth/forgotten',
  recover: 'POST /auth/recover',
  invitation: 'POST /auth/invitation',
  refresh: 'POST /auth/refresh',
} as const;
