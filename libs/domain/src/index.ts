export * from './audit/audit';
export * from './audit/audit.commands';
export * from './board/board';
export * from './board/board.bodies';
export * from './board/board.commands';
export type { BoardFacts } from './board/board.facts';
export * from './board/board.fields';
export * from './board/board.rights';
export { boardUndoing } from './board/board.undo';
export * from './dependencies/dependencies';
export * from './dependencies/dependencies.commands';
export type { DependencyFacts, Edge } from './dependencies/dependencies.rules';
export { dependenciesUndoing } from './dependencies/dependencies.undo';
export * from './history/activity';
export * from './history/deletions';
export * from './history/ended-work';
export * from './history/follow-ups';
export * from './history/handed-over';
export * from './history/occurrence-tasks';
export * from './history/things';
export * from './history/unreadable';
export * from './inbox/inbox';
export * from './inbox/inbox.bodies';
export * from './inbox/inbox.commands';
export * from './inbox/notifications';
export * from './installation/installation';
export * from './installation/settings';
export * from './kernel/activity';
export * from './kernel/actor';
export * from './kernel/aggregate';
export * from './kernel/areas';
export * from './kernel/calendar';
export * from './kernel/decider';
export * from './kernel/email-address';
export * from './kernel/events';
export * from './kernel/limits';
export * from './kernel/local-path';
export * from './kernel/message';
export * from './kernel/money';
export * from './kernel/name-characters';
export * from './kernel/name-look';
export * from './kernel/process-roles';
export * from './kernel/rank';
export * from './kernel/refusal';
export { type RefusalKind, refusalSentences, refusals } from './kernel/refusals';
export type { Component, ObjectShape, Schema, Shape, TypeOf } from './kernel/shape';
export * from './kernel/statistics';
export * from './kernel/text';
export { tooMany } from './kernel/too-many';
export {
  type ActionUndone,
  emptyUndoScan,
  headOf,
  isOfSameCommand,
  type LaterChange,
  scanUndo,
  type UndoBody,
  type Undoing,
  type UndoScan,
  undoRefusalIn,
} from './kernel/undo';
export * from './kernel/years';
export * from './plans/absences';
export * from './plans/breaks';
export * from './plans/plan-days';
export * from './plans/plans';
export * from './plans/plans.bodies';
export * from './plans/plans.commands';
export * from './plans/plans.fields';
export type { PlanFacts } from './plans/plans.rules';
export { plansUndoing } from './plans/plans.undo';
export * from './plans/vacation';
export * from './position/position';
export * from './position/position.bodies';
export * from './position/position.commands';
export * from './project/project';
export * from './project/project.bodies';
export * from './project/project.commands';
export type { ProjectFacts } from './project/project.facts';
export { projectFieldChecks } from './project/project.fields';
export * from './project/project.rights';
export { projectUndoing } from './project/project.undo';
export * from './repeated-task/occurrences';
export * from './repeated-task/recurrence';
export * from './repeated-task/repeated-task';
export * from './repeated-task/repeated-task.bodies';
export type { GeneratedAhead, RepeatedTaskFacts } from './repeated-task/repeated-task.changes';
export * from './repeated-task/repeated-task.commands';
export { repeatedTaskFieldChecks, scheduleErrors } from './repeated-task/repeated-task.fields';
export { followedOf, type Generation, solversOf } from './repeated-task/repeated-task.generation';
export * from './repeated-task/repeated-task.rights';
export { repeatedTaskUndoing } from './repeated-task/repeated-task.undo';
export { scheduleOf } from './repeated-task/repeated-task.wanted';
export * from './task/task';
export * from './task/task.bodies';
export * from './task/task.commands';
export { commentNamedBy } from './task/task.contents';
export { nextReminderOf, overAtOf } from './task/task.due';
export {
  countsAsRevision,
  evolveTask,
  type FieldEdit,
  moneyEventTypes,
  type TaskEvent,
  tellsOnlyMoney,
} from './task/task.events';
export {
  type FieldCommand,
  type FieldCommandLike,
  fieldCommandNames,
  fieldCommandOf,
  fieldsInEvent,
  fieldsTakenBy,
  isAlreadySo,
  isFieldCommand,
  rightToFieldCommand,
} from './task/task.field-commands';
export * from './task/task.fields';
export * from './task/task.money';
export type { WantedPlace } from './task/task.place';
export * from './task/task.reactions';
export * from './task/task.registry';
export * from './task/task.rights';
export type { TaskFacts } from './task/task.rules';
export { peopleBefore, taskUndoing, undoRefusalOfType } from './task/task.undo';
export * from './user/account.bodies';
export * from './user/email.bodies';
export * from './user/recovery.bodies';
export * from './user/second-step.bodies';
export * from './user/sso.bodies';
export * from './user/user';
export * from './user/user.bodies';
export * from './user/user.commands';
export * from './user/user.fields';
export * from './webhook/webhook';
export * from './webhook/webhook.bodies';
export * from './webhook/webhook.commands';
export * from './worklog/attendance.rights';
export * from './worklog/month-sums';
export * from './worklog/overtime';
export * from './worklog/worklog';
export * from './worklog/worklog.bodies';
export * from './worklog/worklog.commands';
export { evolveWorklog } from './worklog/worklog.evolve';
export type { RateSince, WorkedTask, WorkFacts } from './worklog/worklog.rules';
export * from './worklog/worklog.times';
export { worklogUndoing } from './worklog/worklog.undo';
