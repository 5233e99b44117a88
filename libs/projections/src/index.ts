import { accessModel } from './access/access';
import { boardModel, boardPastModel } from './board/board';
import { commentModel } from './comment/comment';
import { highestNumberModel } from './highest-number/highest-number';
import { installationModel } from './installation/installation';
import type { AnyReadModel } from './kernel/read-model';
import { milestoneModel } from './milestone/milestone';
import { notificationModel } from './notification/notification';
import { planModel, planPastModel } from './plan/plan';
import { positionModel, positionPastModel } from './position/position';
import { projectModel, projectPastModel } from './project/project';
import { repeatedTaskModel } from './repeated-task/repeated-task';
import { repeatedTaskActivityModel } from './repeated-task-activity/repeated-task-activity';
import { taskModel } from './task/task';
import { taskPastModel } from './task/task-past';
import { taskActivityModel } from './task-activity/task-activity';
import { userModel, userPastModel } from './user/user';
import { webhookModel } from './webhook/webhook';
import { workModel, workPastModel } from './work/work';
import { closedMonthPastModel } from './worklog/closed-month';
import { worklogModel } from './worklog/worklog';

export * from './access/access';
export * from './board/board';
export * from './comment/comment';
export * from './highest-number/highest-number';
export * from './installation/installation';
export * from './kernel/apply';
export { type EventType, eventOf, type Recorded, streamIdIn } from './kernel/event';
export { type EndedState, inTime, type Past, stillSo } from './kernel/past';
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
export * from './task/task-past';
export * from './task-activity/task-activity';
export * from './user/user';
export * from './webhook/webhook';
export * from './work/work';
export * from './worklog/closed-month';
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
  userPastModel,
  positionPastModel,
  projectPastModel,
  boardPastModel,
  taskPastModel,
  planPastModel,
  workPastModel,
  closedMonthPastModel,
] as const;

const models: readonly AnyReadModel[] = readModels;

/** The models that keep all states of the documents of another one, by its name. */
export const pastModels: ReadonlyMap<string, AnyReadModel> = new Map(
  models.flatMap((model): [string, AnyReadModel][] => (model.past ? [[model.past.of, model]] : [])),
);
