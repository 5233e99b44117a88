/** The reader's parts in a task of their calendar. */
export const calendarParts = ['given', 'solved', 'participant'] as const;
export type CalendarPart = (typeof calendarParts)[number];
