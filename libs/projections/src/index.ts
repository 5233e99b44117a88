import { accessModel } from './access/access';
import { boardModel } from './board/board';
import { commentModel } from './comment/comment';
import { highestNumberModel } from './highest-number/highest-number';
import { installationModel } from './installation/installation';
import { milestoneModel } from './milestone/milestone';
import { notificationModel } from './notification/notification';
import { planModel } from './plan/plan';
import { positionModel } from './position/position';
import { projectModel } from './project/project';
import { repeatedTaskModel } from './repeated-task/repeated-task';
import { repeatedTaskActivityModel } from './repeated-task-activity/repeated-task-activity';
import { taskModel } from './task/task';
import { taskActivityModel } from './task-activity/task-activity';
import { userModel } from './user/user';
import { webhookModel } from './webhook/webhook';
import { workModel } from './work/work';
import { worklogModel } from './worklog/worklog';

export * from './access/access';
export * from './board/board';
export * from './comment/comment';
export * from './highest-number/highest-number';
export * from './installation/installation';
export * from './kernel/apply';
export { type EventType, eventOf, type Recorded, streamIdIn } from './kernel/event';
export type { AnyReadModel, Index, Lookup, PathOf, ReadModel } from './kernel/read-model';
export {
  type Guarded,
  isVisibleTo,
  type Least,
  seesAll,
  type VisibilityFilter,
  visibleTo,
  visibleToHolders,
} from './kernel/visibility';
export * from './milestone/milestone';
export * from './notification/notification';
export * from './plan/plan';
export * from './position/position';
export * from './project/project';
export * from './repeated-task/repeated-task';
export * from './repeated-task-activity/repeated-task-activity';
export * from './task/task';
export * from './task/task-history';
export * from './task/task-money';
export * from './task-activity/task-activity';
export * from './user/user';
export * from './webhook/webhook';
export * from './work/work';
export * from './worklog/worklog';

/** All read models, as the projector updates them. */
export const readModels = [
  userModel,
  positionModel,
  installationModel,
  highestNumberModel,
  accessModel,
  projectModel,
  boardModel,
  planModel,
  webhookModel,
  repeatedTaskModel,
  repeatedTaskActivityModel,
  taskModel,
  commentModel,
  taskActivityModel,
  milestoneModel,
  workModel,
  worklogModel,
  notificationModel,
] as const;
