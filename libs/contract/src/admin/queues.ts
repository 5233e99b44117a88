/** The product's queues, each with a name and a description on the admin page. */
export const queues = [
  'account-mail',
  'changed-emails',
  'checkpoint-copies',
  'clock',
  'digest',
  'erased-people',
  'finished-projects',
  'mail',
  'maintenance',
  'notifications',
  'occurrences',
  'self-check',
  'set-aside',
  'sign-in-mail',
  'undo-range',
  'verification',
  'webhook-in',
  'webhook-out',
  'webhook-replay',
] as const;
export type Queue = (typeof queues)[number];

/** The product's schedules, each with a description on the admin page. */
export const schedules = [
  'checkpoint',
  'checkpoint-copies',
  'digest',
  'finish-email-changes',
  'finish-erasures',
  'forgotten-work',
  'log-tree',
  'meetings',
  'occurrences',
  'reminders',
  'self-check',
  'sweep-addresses',
  'sweep-deliveries',
  'sweep-devices',
  'sweep-email-links',
  'sweep-invitations',
  'sweep-recoveries',
  'sweep-second-steps',
  'sweep-seen',
  'sweep-sessions',
  'sweep-sso-returns',
  'sweep-tokens',
  'sweep-uploads',
  'webhook-in',
  'webhook-out',
] as const;
export type JobScheduleName = (typeof schedules)[number];

/** The parts of the product that follow the event log, each with a name on the admin page. */
export const followers = [
  'changed-emails',
  'due-occurrences',
  'erased-people',
  'finished-projects',
  'follow-ups',
  'forgotten-work',
  'meetings',
  'notifications',
  'occurrences',
  'reminders',
  'webhook-bodies',
  'webhooks',
] as const;
export type Follower = (typeof followers)[number];

/** `delayed` waits for its instant or for its next attempt; `failed` failed for good. */
export const jobStates = ['waiting', 'delayed', 'active', 'failed'] as const;
export type JobState = (typeof jobStates)[number];

/** The parts of a job's data that are shown: ids and kinds. Tokens, addresses and texts stay in the store. */
export const jobFacts = [
  'userId',
  'readerId',
  'taskId',
  'projectId',
  'repeatedTaskId',
  'webhookId',
  'eventId',
  'letter',
  'news',
  'provider',
  'digest',
  'step',
] as const;
export type JobFact = (typeof jobFacts)[number];
