import { Module } from '@nestjs/common';
import { ActivityFilters } from './activity/activity-filters';
import { ActivityPlaces } from './activity/activity-places';
import { ActivitySources } from './activity/activity-sources';
import { AuditRecords } from './activity/audit-records';
import { Happenings } from './activity/happenings';
import { BoardAnswers } from './board/board-answers';
import { UploadTurns } from './file/upload-turns';
import { Uploads } from './file/uploads';
import { InstallationSettings } from './installation/settings';
import { SetupCode } from './installation/setup-code';
import { PastStates } from './log/past-states';
import { MailWishes } from './notification/mail-wishes';
import { Notifications } from './notification/notifications';
import { DaysOff } from './plan/days-off';
import { Holidays } from './plan/holidays';
import { PlanAnswers } from './plan/plan-answers';
import { Plans } from './plan/plans';
import { Vacations } from './plan/vacations';
import { VisiblePlans } from './plan/visible-plans';
import { ProjectAnswers } from './project/project-answers';
import { ProjectMembers } from './project/project-members';
import { VisibleProjects } from './project/visible-projects';
import { AccessChecks } from './session/access-checks';
import { ApiTokens } from './session/api-tokens';
import { EmailChanges } from './session/email-changes';
import { KnownDevices } from './session/known-devices';
import { LastingAccess } from './session/lasting-access';
import { ProviderLogouts } from './session/provider-logouts';
import { Sessions } from './session/sessions';
import { NamedTasks } from './task/named-tasks';
import { PastTasks } from './task/past-tasks';
import { PlaceRefsReader } from './task/project-and-board-names';
import { TaskAnswers } from './task/task-answers';
import { TaskHistories } from './task/task-histories';
import { TaskHistoryAnswers } from './task/task-history-answers';
import { VisibleTasks } from './task/visible-tasks';
import { AblePeople } from './user/able-people';
import { ActiveAdmins } from './user/active-admins';
import { Avatars } from './user/avatars';
import { CalendarAddresses } from './user/calendar-addresses';
import { EmailLinks } from './user/email-links';
import { Identities } from './user/identities';
import { Invitations } from './user/invitations';
import { LastSeen } from './user/last-seen';
import { NameablePeople } from './user/nameable-people';
import { People } from './user/people';
import { PeopleWithoutAccount } from './user/people-without-account';
import { Recoveries } from './user/recoveries';
import { SecondSteps } from './user/second-steps';
import { UserAnswers } from './user/user-answers';
import { VisiblePeople } from './user/visible-people';
import { Deliveries } from './webhook/deliveries';
import { VisibleWebhooks } from './webhook/visible-webhooks';
import { WebhookFailures } from './webhook/webhook-failures';
import { WebhookRefusals } from './webhook/webhook-refusals';
import { WebhookSecrets } from './webhook/webhook-secrets';
import { PersonalWork } from './work/personal-work';
import { VisibleWork } from './work/visible-work';
import { WorkAddresses } from './work/work-addresses';
import { WorkAnswers } from './work/work-answers';

const readers = [
  InstallationSettings,
  SetupCode,
  People,
  PeopleWithoutAccount,
  AblePeople,
  ActiveAdmins,
  Avatars,
  CalendarAddresses,
  VisiblePeople,
  UserAnswers,
  NameablePeople,
  LastSeen,
  Invitations,
  Recoveries,
  SecondSteps,
  EmailLinks,
  AccessChecks,
  EmailChanges,
  Identities,
  ProviderLogouts,
  Sessions,
  KnownDevices,
  ApiTokens,
  LastingAccess,
  ProjectAnswers,
  ProjectMembers,
  VisibleProjects,
  BoardAnswers,
  Plans,
  PlanAnswers,
  VisiblePlans,
  DaysOff,
  Holidays,
  Vacations,
  Notifications,
  MailWishes,
  PlaceRefsReader,
  PastStates,
  PastTasks,
  NamedTasks,
  TaskAnswers,
  TaskHistoryAnswers,
  TaskHistories,
  ActivityFilters,
  ActivityPlaces,
  ActivitySources,
  AuditRecords,
  Happenings,
  VisibleTasks,
  Uploads,
  UploadTurns,
  Deliveries,
  VisibleWebhooks,
  WebhookFailures,
  WebhookRefusals,
  WebhookSecrets,
  WorkAddresses,
  WorkAnswers,
  VisibleWork,
  PersonalWork,
];

/** Readers of settings, people, projects, boards, tasks and files that several features share. */
@Module({ providers: readers, exports: readers })
export class SharedModule {}
