export type * from './activity/activity.answers';
export { activityOperations } from './activity/activity.operations';
export { activityRoutes } from './activity/activity.routes';
export type * from './admin/admin.answers';
export { adminBodies } from './admin/admin.bodies';
export { adminOperations } from './admin/admin.operations';
export { adminRoutes } from './admin/admin.routes';
export { type HealthPart, healthParts, type PartHealth, type Readiness } from './admin/health.answers';
export { healthOperations } from './admin/health.operations';
export { healthRoutes } from './admin/health.routes';
export {
  type Follower,
  followers,
  type JobFact,
  type JobScheduleName,
  type JobState,
  jobFacts,
  jobStates,
  type Queue,
  queues,
  schedules,
} from './admin/queues';
export type * from './attendance/attendance.answers';
export { attendanceOperations } from './attendance/attendance.operations';
export { attendanceRoutes } from './attendance/attendance.routes';
export { authOperations } from './auth/auth.operations';
export { authRoutes } from './auth/auth.routes';
export type * from './auth/second-step.answers';
export {
  ownSecondStepOperations,
  personSecondStepOperations,
  secondStepOperations,
} from './auth/second-step.operations';
export { ownSecondStepRoutes, personSecondStepRoutes, secondStepRoutes } from './auth/second-step.routes';
export type * from './auth/sso.answers';
export { identityOperations, ssoBegin, ssoLogout, ssoOperations } from './auth/sso.operations';
export { identityRoutes, ssoBeginRoute, ssoRoutes } from './auth/sso.routes';
export type * from './availability/availability.answers';
export { availabilityOperations } from './availability/availability.operations';
export { availabilityRoutes } from './availability/availability.routes';
export type * from './board/board.answers';
export { boardOperations } from './board/board.operations';
export { boardRoutes } from './board/board.routes';
export { calendarFeed, calendarOperations } from './calendar/calendar.operations';
export { calendarFeedRoute, calendarRoutes } from './calendar/calendar.routes';
export * from './calendar/calendar-parts';
export {
  type ComparedItem,
  type ComparedPart,
  type Comparison,
  comparedParts,
} from './compare/compare.answers';
export { comparedPageSize, compareOperations } from './compare/compare.operations';
export { compareRoutes } from './compare/compare.routes';
export { fileContents, fileOperations } from './file/file.operations';
export { fileContentRoutes, fileRoutes, ownPicture, shownUploads } from './file/file.routes';
export { areaPages } from './installation/area.operations';
export { areaFrameOf } from './installation/area.routes';
export type * from './installation/settings.answers';
export { settingOperations } from './installation/settings.operations';
export { settingRoutes } from './installation/settings.routes';
export type { NamedRef, Page, PersonRef, TaskRef } from './kernel/answer';
export type { CommandAnswer } from './kernel/command-done';
export { textFilter } from './kernel/none';
export type { Operation, PlainOperation } from './kernel/operation';
export * from './kernel/problem';
export {
  type FilterName,
  type FilterValues,
  type ListQuery,
  type OwnQuery,
  type OwnValues,
  type Parameter,
  type Parameters,
  param,
  type Query,
  type QueryGiven,
  type SortField,
  usualPageSize,
} from './kernel/query';
export { type InPath, pathOf, type Route } from './kernel/route';
export type { Change, ChangeOf, LiveModel, OpenModel } from './live/change';
export type * from './live/presence.answers';
export { presenceOperations } from './live/presence.operations';
export { presenceRoutes } from './live/presence.routes';
export type { SocketCommands, SocketEvents, SocketHandshake, Watched, Watchers } from './live/socket';
export { type CheckpointCopy, checkpointCopiesBody } from './log/checkpoint-copies.answers';
export { type LogCheckpoint, type LogKey, logContents, logOperations } from './log/log.operations';
export { logContentRoutes, logRoutes } from './log/log.routes';
export type { LogVerification } from './log/verification.answers';
export type * from './notification/notification.answers';
export { notificationOperations } from './notification/notification.operations';
export { notificationRoutes, unsubscribePages } from './notification/notification.routes';
export {
  notificationKindNames,
  notificationMonth,
  notificationMonthPath,
  notificationSentence,
  withPeople,
} from './notification/notification-sentences';
export type { Operations } from './operations';
export type { PlanAnswer } from './plan/plan.answers';
export { planOperations } from './plan/plan.operations';
export { planRoutes } from './plan/plan.routes';
export type * from './position/position.answers';
export { positionOperations } from './position/position.operations';
export { positionRoutes } from './position/position.routes';
export type * from './project/project.answers';
export { projectOperations } from './project/project.operations';
export { projectRoutes } from './project/project.routes';
export type * from './repeated-task/repeated-task.answers';
export { repeatedTaskOperations } from './repeated-task/repeated-task.operations';
export { repeatedTaskRoutes } from './repeated-task/repeated-task.routes';
export type * from './replay/replay.answers';
export { replayLimit, replayOperations } from './replay/replay.operations';
export { replayRoutes } from './replay/replay.routes';
export type * from './search/search.answers';
export { searchOperations } from './search/search.operations';
export { searchRoutes } from './search/search.routes';
export * from './search/search-models';
export type * from './statistics/statistics.answers';
export { statisticsOperations } from './statistics/statistics.operations';
export { statisticsRoutes } from './statistics/statistics.routes';
export * from './task/description-html';
export * from './task/plain-values';
export * from './task/row-of';
export type * from './task/task.answers';
export { taskOperations } from './task/task.operations';
export { taskRoutes } from './task/task.routes';
export * from './task/task-graph.answers';
export * from './task/task-lists';
export { type DeletedThing, deletedOperations } from './undo/deleted.operations';
export { type OwnAction, undoOperations } from './undo/undo.operations';
export { deletedRoutes, undoRangeRoutes, undoRoutes } from './undo/undo.routes';
export {
  mostInRange,
  type UndoPreview,
  type UndoRange,
  undoRangeOperations,
} from './undo/undo-range.operations';
export type * from './user/account.answers';
export { accountOperations } from './user/account.operations';
export { accountRoutes } from './user/account.routes';
export { type AvatarsAnswer, avatarContents, avatarOperations } from './user/avatar.operations';
export { avatarContentRoutes, avatarRoutes, avatarUrlOf } from './user/avatar.routes';
export { type OwnEmailAnswer, ownEmailOperations, personEmailOperations } from './user/email.operations';
export { ownEmailRoutes, personEmailRoutes } from './user/email.routes';
export type * from './user/invitation.answers';
export { invitationOperations } from './user/invitation.operations';
export { invitationRoutes } from './user/invitation.routes';
export { meOperations } from './user/me.operations';
export { meRoutes } from './user/me.routes';
export type * from './user/user.answers';
export { userOperations } from './user/user.operations';
export { userRoutes } from './user/user.routes';
export type * from './webhook/delivery.answers';
export * from './webhook/delivery-words';
export type * from './webhook/webhook.answers';
export { webhookOperations } from './webhook/webhook.operations';
export { webhookRoutes } from './webhook/webhook.routes';
export type * from './work/work.answers';
export { workOperations } from './work/work.operations';
export { workRoutes } from './work/work.routes';
