export const authRoutes = {
  register: 'POST /auth/register',
  login: 'POST /auth/login',
  logout: 'POST /auth/logout',
  refresh: 'POST /auth/refresh',
} as const;
