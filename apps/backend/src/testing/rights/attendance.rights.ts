import { attendanceOperations } from '@gos/contract';
import { rightsOf, row, type Scene, signedIn } from './rights';

const foreign = ({ other }: Scene) => ({ query: `?userId=${other.id}` });
const reminder = (userId: number) => ({ body: { month: 1, year: 2020, userIds: [userId] } });
const nobody = () => ({ query: '?userId=9999' });
const span = 'from=2026-11-01&to=2026-11-30';

export const attendanceRights = rightsOf(attendanceOperations, {
  month: [
    row('own', signedIn(200, 200, 200, 200)),
    row('foreign', signedIn(403, 403, 200, 200, 200), foreign),
    row('nobody', signedIn(403, 403, 404, 404, 404), nobody),
  ],
  months: [row('all', signedIn(403, 403, 200, 200, 200))],
  teamMonth: [row('all', signedIn(403, 403, 200, 200, 200))],
  remind: [
    row('own', signedIn(403, 403, 403, 200, 200), (_, me) => reminder(Math.max(1, me.id))),
    row('foreign', signedIn(403, 403, 403, 200, 200), ({ other }) => reminder(other.id)),
    row('nobody', signedIn(403, 403, 403, 404, 404), () => reminder(9_999)),
  ],
  vacation: [
    row('own', signedIn(200, 200, 200, 200)),
    row('foreign', signedIn(403, 403, 200, 200, 200), foreign),
    row('nobody', signedIn(403, 403, 404, 404, 404), nobody),
  ],
  day: [
    row('own', signedIn(200, 200, 200, 200)),
    row('foreign', signedIn(403, 403, 200, 200, 200), foreign),
    row('nobody', signedIn(403, 403, 404, 404, 404), nobody),
  ],
  activity: [
    row('own', signedIn(200, 200, 200, 200), () => ({ query: `?${span}` })),
    row('foreign', signedIn(404, 200, 200, 200), ({ other }) => ({ query: `?userId=${other.id}&${span}` })),
    row('nobody', signedIn(404, 404, 404, 404), () => ({ query: `?userId=9999&${span}` })),
  ],
});
