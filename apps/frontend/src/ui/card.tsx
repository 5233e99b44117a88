import { Paper } from '@mantine/core';

/** A panel with a border. */
export const Card = Paper.withProps({ radius: 'lg', bg: 'var(--gos-panel)', bd: '1px solid var(--gos-line)' });
