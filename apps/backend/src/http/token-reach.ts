import {
  attendanceRoutes,
  avatarContentRoutes,
  avatarRoutes,
  calendarRoutes,
  meRoutes,
  notificationRoutes,
  positionRoutes,
  type Route,
  settingRoutes,
  userRoutes,
  workRoutes,
} from '@gos/contract';

/**
 * Paths where API tokens reach nothing except the routes in `opened`: sign-in, tokens, sessions, other ways in, and
 * everything that only admins do. A new route below these paths is closed to tokens until it is listed.
 */
const guarded = [
  '/auth',
  '/me',
  '/users',
  '/positions',
  '/settings',
  '/admin',
  '/ops',
  // The calendar's address stays valid after the token has ended.
  calendarRoutes.renew.split(' ')[1]!,
  attendanceRoutes.remind.split(' ')[1]!,
  workRoutes.closeMonth.split(' ')[1]!,
  workRoutes.reopenMonth.split(' ')[1]!,
];

const opened: ReadonlySet<string> = new Set<Route>([
  meRoutes.me,
  meRoutes.changes,
  meRoutes.preference,
  meRoutes.setPreference,
  notificationRoutes.list,
  notificationRoutes.read,
  avatarRoutes.list,
  avatarContentRoutes.picture,
  userRoutes.list,
  userRoutes.alike,
  userRoutes.detail,
  positionRoutes.list,
  positionRoutes.detail,
  settingRoutes.settings,
]);

/**
 * Whether API tokens reach the route.
 * @param path its template below `/api`, with its parameters in braces or after colons
 */
export function isForTokens(method: string, path: string): boolean {
  const template = path.replace(/:(\w+)/g, '{$1}');
  if (!guarded.some((one) => template === one || template.startsWith(`${one}/`))) return true;
  return opened.has(`${method === 'HEAD' ? 'GET' : method} ${template}`);
}
