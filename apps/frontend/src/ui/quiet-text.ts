import { Text } from '@mantine/core';

/** A quiet line below or next to the text that it explains. */
export const Muted = Text.withProps({ c: 'dimmed', fz: 12.5, lh: 'inherit' });

/** The small title of a group of lines. */
export const GroupTitle = Text.withProps({ c: 'dimmed', fz: 11.5, fw: 600, lh: 'inherit' });
