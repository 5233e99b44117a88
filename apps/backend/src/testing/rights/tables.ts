import { activityRights, replayRights } from './activity.rights';
import { adminRights, healthRights, logRights } from './admin.rights';
import { attendanceRights } from './attendance.rights';
import { notificationRights, unsubscribeRights } from './notification.rights';
import { availabilityRights, planRights } from './plan.rights';
import { positionRights } from './position.rights';
import { boardRights, compareRights, projectRights, statisticsRights } from './project.rights';
import { readingRights } from './reading.rights';
import { repeatedTaskRights } from './repeated-task.rights';
import type { Right } from './rights';
import { settingRights } from './settings.rights';
import { compareTaskRights, fileRights, taskRights } from './task.rights';
import { deletedRights, undoRangeRights, undoRights } from './undo.rights';
import {
  accountRights,
  authRights,
  avatarRights,
  emailRights,
  invitationRights,
  meRights,
  secondStepRights,
  signOutRights,
  ssoRights,
  userRights,
} from './user.rights';
import { webhookRights } from './webhook.rights';
import { workRights } from './work.rights';

/** By what is walked at once; each table is a file of its own. */
export const ofPeople: readonly Right[] = [
  ...healthRights,
  ...adminRights,
  ...logRights,
  ...settingRights,
  ...positionRights,
  ...planRights,
  ...availabilityRights,
  ...repeatedTaskRights,
  ...userRights,
  ...meRights,
  ...accountRights,
  ...avatarRights,
  ...emailRights,
  ...authRights,
  ...invitationRights,
  ...secondStepRights,
  ...ssoRights,
  ...signOutRights,
];

export const ofPlaces: readonly Right[] = [
  ...activityRights,
  ...replayRights,
  ...compareRights,
  ...projectRights,
  ...boardRights,
  ...statisticsRights,
  ...webhookRights,
  ...workRights,
  ...attendanceRights,
  ...notificationRights,
  ...unsubscribeRights,
  ...undoRights,
  ...deletedRights,
  ...undoRangeRights,
  ...readingRights,
];

export const ofTasks: readonly Right[] = [...taskRights, ...compareTaskRights, ...fileRights];

/** All rows. */
export const rights: readonly Right[] = [...ofPeople, ...ofPlaces, ...ofTasks];
