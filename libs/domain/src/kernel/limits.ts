/**
 * Limits from the specification (sections 5 and 9) and those that bound documents, shared by all layers. Text lengths are in Unicode
 * code points.
 */
export const limits = {
  name: { min: 3, max: 100 },
  description: { max: 100_000, maxBytes: 256 * 1024 },
  /** comment, result, reason, reservation */
  text: { max: 20_000 },
  workNote: { max: 1_000 },
  tags: { max: 50, length: 50 },
  rating: { min: 1, max: 5 },
  estimateMinutes: { max: 10_000_000 },
  fileName: { max: 255 },
  /** bytes */
  file: { max: 100 * 1024 * 1024 },
  participants: { max: 1_000 },
  /** of one task; deleted ones count, since they may be brought back */
  comments: { max: 5_000, maxBytes: 64 * 1024 * 1024 },
  /** of one task */
  subtasks: { max: 1_000 },
  /** of one task; deleted ones count, since they may be brought back */
  files: { max: 500 },
  /** of one task */
  predecessors: { max: 100 },
  /** tasks that wait for one task */
  successors: { max: 500 },
  /** of one person in a year */
  vacationDays: { max: 366 },
  /** minutes, owed or worked; 10,000 hours */
  overtime: { max: 600_000 },
  /** of one person, and the corrections in all of them together */
  closedMonths: { max: 1_200, corrections: { max: 10_000 } },
  /** of one person: how many run at once, how many more wait in line */
  requests: { atOnce: 8, waiting: 56 },
  /** of one person: how many are received at once, how many are kept that no task holds */
  uploads: { atOnce: 3, kept: 1_000 },
  /** of one person, in all tabs and browsers */
  sockets: { atOnce: 20 },
  /** requests to one address in a minute */
  feed: { perMinute: 60 },
  /** that one person is a member of */
  projects: { max: 5_000 },
  /** that one manager adds the same person to; admins add more */
  sharedProjects: { max: 500 },
  /** members of one project */
  members: { max: 1_000 },
  /** positions of one person */
  userPositions: { max: 100 },
  /** of one person's projects, named when they leave */
  heirs: { max: 1_000 },
  contracts: { max: 100, length: 200 },
  /** of one project */
  webhooks: { max: 50 },
  /** bytes that one webhook takes in on average a day, after as many at once; of each process */
  incomingPayloads: { mebibytesADay: 256 },
  targetUrl: { max: 2_000 },
  password: { min: 8, max: 200 },
  personName: { min: 1, max: 100 },
  /** that a person had, each kept */
  formerNames: { max: 100 },
  /** earlier addresses of one person, each kept */
  formerEmails: { max: 100 },
  email: { max: 254 },
  /** of the image it is made from; `side` in pixels, of the picture */
  avatar: { bytes: 2 * 1024 * 1024, pixels: 50_000_000, side: 256 },
  /** personal API tokens of one person */
  tokens: { max: 50, maxDays: 366 },
  tokenName: { max: 100 },
  /** addresses that one command invites */
  invitationsAtOnce: 200,
  /** of one person */
  passkeys: { max: 20 },
  /** characters of JSON that a passkey answers with */
  credential: { max: 16 * 1024 },
  passkeyName: { max: 100 },
  /** made at once; each is valid once */
  recoveryCodes: 10,
  /** bytes of JSON */
  preference: { max: 64 * 1024 },
  /** of one person */
  preferences: { max: 1_000 },
  /** notifications that one command marks as read */
  readAtOnce: 100,
  /** people whom one command reminds of missing days */
  remindedAtOnce: 100,
  /** tasks that one person mutes */
  mutedTasks: { max: 5_000 },
  planLocation: { max: 100 },
  /** minutes */
  planBreak: { max: 1_439 },
  declineReason: { max: 500 },
  /** how far ahead a plan repeats */
  planRepeat: { maxDays: 366 },
  /** occurrences of a repeated task that exist ahead */
  generateAhead: { min: 1, max: 100 },
  repeatCount: { min: 1, max: 10_000 },
  /** how long before its deadline an occurrence is shown */
  showFromMinutes: { min: 0, max: 2 * 366 * 24 * 60 },
  /** missed occurrences that are caught up; earlier ones are skipped */
  caughtUp: { max: 100 },
  /** tasks of one occurrence, one for each holder of a position */
  occurrenceTasks: { max: 1_000 },
} as const;
