import { adminRights, healthRights } from './admin.rights';
import { attendanceRights } from './attendance.rights';
import { notificationRights, unsubscribeRights } from './notification.rights';
import { availabilityRights, planRights } from './plan.rights';
import { positionRights } from './position.rights';
import { repeatedTaskRights } from './repeated-task.rights';
import type { Right } from './rights';
import { settingRights } from './settings.rights';
import {
  accountRights,
  authRights,
  avatarRights,
  invitationRights,
  meRights,
  secondStepRights,
  signOutRights,
  ssoRights,
  userRights,
} from './user.rights';
import { webhookRights } from './webhook.rights';
import { workRights } from './work.rights';

/** All rows; each table is a file of its own. */
export const rights: readonly Right[] = [
  ...healthRights,
  ...adminRights,
  ...settingRights,
  ...positionRights,
  ...planRights,
  ...availabilityRights,
  ...repeatedTaskRights,
  ...userRights,
  ...meRights,
  ...accountRights,
  ...avatarRights,
  ...authRights,
  ...invitationRights,
  ...secondStepRights,
  ...ssoRights,
  ...webhookRights,
  ...workRights,
  ...attendanceRights,
  ...notificationRights,
  ...unsubscribeRights,
  ...signOutRights,
];
