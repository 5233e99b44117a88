import type { TaskState } from '@gos/domain';
import { Box, Stack, Text } from '@mantine/core';
import pieces from '../../ui/pieces.module.css';
import { StateRing } from './state-ring';
import classes from './task-outcomes.module.css';

interface TaskOutcomesProps {
  readonly title: string;
  /** Number shown after a title that does not include it. */
  readonly count?: number;
  readonly tasks: readonly {
    readonly id: number;
    readonly name: string;
    readonly state: TaskState;
    readonly why?: string;
  }[];
}

/** Lists the results of a bulk action, each with its reason if there is one. */
export function TaskOutcomes({ title, count, tasks }: TaskOutcomesProps) {
  if (tasks.length === 0) return null;
  return (
    <section className={classes.part} aria-label={title}>
      <Text component="h3" mb={6} fz={13} fw={600}>
        {title}{' '}
        {count !== undefined && (
          <Text span inherit ml={4} c="dimmed" fw={400}>
            {count}
          </Text>
        )}
      </Text>
      <Stack component="ul" gap={2} mah="40vh" className={`${pieces.list} ${classes.outcomes}`}>
        {tasks.map(({ id, name, state, why }) => (
          <li key={id}>
            <StateRing state={state} />
            <span className={pieces.word}>
              <span className={`${pieces.small} ${pieces.digits}`}>{id}</span> {name}
            </span>
            {why && (
              <Box component="span" c="dimmed" fz={12.5} style={{ gridColumn: 2 }}>
                {why}
              </Box>
            )}
          </li>
        ))}
      </Stack>
    </section>
  );
}
