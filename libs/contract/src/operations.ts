import type { activityOperations } from './activity/activity.operations';
import type { adminOperations } from './admin/admin.operations';
import type { healthOperations } from './admin/health.operations';
import type { attendanceOperations } from './attendance/attendance.operations';
import type { authOperations } from './auth/auth.operations';
import type {
  ownSecondStepOperations,
  personSecondStepOperations,
  secondStepOperations,
} from './auth/second-step.operations';
import type { identityOperations, ssoOperations } from './auth/sso.operations';
import type { availabilityOperations } from './availability/availability.operations';
import type { boardOperations } from './board/board.operations';
import type { calendarOperations } from './calendar/calendar.operations';
import type { compareOperations } from './compare/compare.operations';
import type { fileOperations } from './file/file.operations';
import type { settingOperations } from './installation/settings.operations';
import type { Operation } from './kernel/operation';
import type { presenceOperations } from './live/presence.operations';
import type { logOperations } from './log/log.operations';
import type { notificationOperations } from './notification/notification.operations';
import type { planOperations } from './plan/plan.operations';
import type { positionOperations } from './position/position.operations';
import type { projectOperations } from './project/project.operations';
import type { repeatedTaskOperations } from './repeated-task/repeated-task.operations';
import type { replayOperations } from './replay/replay.operations';
import type { searchOperations } from './search/search.operations';
import type { statisticsOperations } from './statistics/statistics.operations';
import type { taskOperations } from './task/task.operations';
import type { deletedOperations } from './undo/deleted.operations';
import type { undoOperations } from './undo/undo.operations';
import type { undoRangeOperations } from './undo/undo-range.operations';
import type { accountOperations } from './user/account.operations';
import type { avatarOperations } from './user/avatar.operations';
import type { ownEmailOperations, personEmailOperations } from './user/email.operations';
import type { invitationOperations } from './user/invitation.operations';
import type { meOperations } from './user/me.operations';
import type { userOperations } from './user/user.operations';
import type { webhookOperations } from './webhook/webhook.operations';
import type { workOperations } from './work/work.operations';

type ByRoute<All extends Readonly<Record<string, Operation>>> = {
  readonly [N in keyof All as All[N]['route']]: All[N];
};

/** The operations that the browser calls, by route. */
export type Operations = ByRoute<typeof taskOperations> &
  ByRoute<typeof activityOperations> &
  ByRoute<typeof deletedOperations> &
  ByRoute<typeof projectOperations> &
  ByRoute<typeof boardOperations> &
  ByRoute<typeof webhookOperations> &
  ByRoute<typeof userOperations> &
  ByRoute<typeof meOperations> &
  ByRoute<typeof accountOperations> &
  ByRoute<typeof avatarOperations> &
  ByRoute<typeof logOperations> &
  ByRoute<typeof ownEmailOperations> &
  ByRoute<typeof personEmailOperations> &
  ByRoute<typeof invitationOperations> &
  ByRoute<typeof repeatedTaskOperations> &
  ByRoute<typeof replayOperations> &
  ByRoute<typeof searchOperations> &
  ByRoute<typeof statisticsOperations> &
  ByRoute<typeof authOperations> &
  ByRoute<typeof secondStepOperations> &
  ByRoute<typeof ownSecondStepOperations> &
  ByRoute<typeof personSecondStepOperations> &
  ByRoute<typeof ssoOperations> &
  ByRoute<typeof identityOperations> &
  ByRoute<typeof calendarOperations> &
  ByRoute<typeof presenceOperations> &
  ByRoute<typeof healthOperations> &
  ByRoute<typeof adminOperations> &
  ByRoute<typeof settingOperations> &
  ByRoute<typeof positionOperations> &
  ByRoute<typeof workOperations> &
  ByRoute<typeof attendanceOperations> &
  ByRoute<typeof planOperations> &
  ByRoute<typeof notificationOperations> &
  ByRoute<typeof availabilityOperations> &
  ByRoute<typeof fileOperations> &
  ByRoute<typeof compareOperations> &
  ByRoute<typeof undoOperations> &
  ByRoute<typeof undoRangeOperations>;
