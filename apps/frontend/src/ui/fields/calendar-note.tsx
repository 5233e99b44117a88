import { Text } from '@mantine/core';

/** A line of small text next to a calendar, as wide as that. */
export const CalendarNote = Text.withProps({ maw: 230, mih: 18, c: 'dimmed', fz: 12, lh: 1.45 });
