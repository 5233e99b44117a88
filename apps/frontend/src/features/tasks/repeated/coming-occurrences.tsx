import type { RepeatedTaskAnswer } from '@gos/contract';
import { ActionIcon, Group, Menu, Stack, Text, Title } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { PersonLabel } from '../../../entities/user/avatar';
import { AskDialog } from '../../../ui/ask-dialog';
import { SmallButton } from '../../../ui/buttons';
import pieces from '../../../ui/pieces.module.css';
import { useNow } from '../../../ui/use-now';
import { comingOf, earlierOf, type ShownOccurrence } from './occurrences';
import classes from './repeated-detail.module.css';
import { useRepeatedT } from './repeated-texts';
import { occurrenceText } from './rule-text';
import { useRepeatedActions } from './use-repeated-actions';

/** The title of a part of the screen. */
export const PartTitle = Title.withProps({ order: 2, mb: 6, fz: 13.5, fw: 600 });

interface DefinitionProps {
  readonly definition: RepeatedTaskAnswer;
}

function OccurrenceTasks({ tasks }: Pick<ShownOccurrence, 'tasks'>) {
  return tasks.map(({ taskId, name, solver }) => (
    <Group key={taskId} component="span" wrap="nowrap" gap={12} miw={0}>
      <Link
        to="."
        search={(previous: object) => ({ ...previous, taskId })}
        className={`${pieces.word} ${pieces.plainLink}`}
        style={{ fontWeight: 500 }}
      >
        <Text span inherit c="dimmed" fw={400}>
          #{taskId}
        </Text>{' '}
        {name}
      </Link>
      <PersonLabel person={solver} />
    </Group>
  ));
}

interface OccurrenceProps extends DefinitionProps {
  readonly one: ShownOccurrence;
  readonly when: string;
  readonly onSkip: () => void;
  readonly onGenerate: () => void;
}

function OccurrenceMenu({ definition: { can }, one, when, onSkip, onGenerate }: OccurrenceProps) {
  const t = useRepeatedT();
  const maySkip = can.skip === true;
  const mayGenerate = one.number === null && can.generateEarly === true;
  if (!maySkip && !mayGenerate) return null;
  return (
    <Menu position="bottom-end" withinPortal withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <ActionIcon size={28} aria-label={t('repeated.occurrence.actions', { when })}>
          <IconDots size={16} stroke={1.75} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {mayGenerate && <Menu.Item onClick={onGenerate}>{t('repeated.occurrence.generate')}</Menu.Item>}
        {maySkip && <Menu.Item onClick={onSkip}>{t('repeated.occurrence.skip')}…</Menu.Item>}
      </Menu.Dropdown>
    </Menu>
  );
}

/** The coming dates, with the tasks that exist already. */
export function ComingOccurrences({ definition }: DefinitionProps) {
  const t = useRepeatedT();
  const { locale } = useIntl();
  const now = useNow();
  const actions = useRepeatedActions();
  const [skipped, setSkipped] = useState<ShownOccurrence | null>(null);
  const all = comingOf(definition, now);
  const textOf = ({ deadline }: ShownOccurrence) => (deadline === null ? '' : occurrenceText(locale, deadline));
  return (
    <section aria-labelledby="coming-occurrences">
      <PartTitle id="coming-occurrences">{t('repeated.coming')}</PartTitle>
      {all.length === 0 ? (
        <Text c="dimmed" fz="inherit">
          {t(definition.active ? 'repeated.coming.none' : 'repeated.coming.inactive')}
        </Text>
      ) : (
        <ul className={`${pieces.list} ${classes.occurrences}`}>
          {all.map((one) => (
            <li key={`${one.number} ${one.deadline}`}>
              <time dateTime={one.deadline ?? undefined}>{textOf(one)}</time>
              <Stack component="span" gap={4} miw={0} className={classes.tasks}>
                {one.number === null ? (
                  <span className={pieces.nothing}>{t('repeated.occurrence.no-task')}</span>
                ) : (
                  <OccurrenceTasks tasks={one.tasks} />
                )}
              </Stack>
              <OccurrenceMenu
                definition={definition}
                one={one}
                when={textOf(one)}
                onSkip={() => setSkipped(one)}
                onGenerate={() => one.deadline !== null && void actions.generate(definition, one.deadline)}
              />
            </li>
          ))}
        </ul>
      )}
      {skipped && (
        <AskDialog
          title={t('repeated.skip.title', { when: textOf(skipped) })}
          text={t(skipped.number === null ? 'repeated.skip.text' : 'repeated.skip.text.generated')}
          answer={t('repeated.occurrence.skip')}
          onAnswer={() => {
            setSkipped(null);
            const { number, deadline } = skipped;
            if (number !== null) void actions.skip(definition, { number });
            else if (deadline !== null) void actions.skip(definition, { deadline });
          }}
          onClose={() => setSkipped(null)}
        />
      )}
    </section>
  );
}

const shownAtOnce = 10;

/** The tasks whose deadline has passed. */
export function EarlierTasks({ definition }: DefinitionProps) {
  const t = useRepeatedT();
  const { locale } = useIntl();
  const now = useNow();
  const [whole, setWhole] = useState(false);
  const all = earlierOf(definition, now);
  const shown = whole ? all : all.slice(0, shownAtOnce);
  if (all.length === 0) return null;
  return (
    <section aria-labelledby="earlier-tasks">
      <PartTitle id="earlier-tasks">
        {t('repeated.earlier')}{' '}
        <Text span inherit c="dimmed" fw={400}>
          {all.length}
        </Text>
      </PartTitle>
      <ul className={`${pieces.list} ${classes.occurrences}`}>
        {shown.map((one) => (
          <li key={one.number}>
            <time dateTime={one.deadline ?? undefined}>
              {one.deadline === null ? t('task.value.none') : occurrenceText(locale, one.deadline)}
            </time>
            <Stack component="span" gap={4} miw={0} className={classes.tasks}>
              <OccurrenceTasks tasks={one.tasks} />
            </Stack>
          </li>
        ))}
      </ul>
      {shown.length < all.length && (
        <SmallButton variant="subtle" color="gray" onClick={() => setWhole(true)}>
          {t('repeated.earlier.more', { count: all.length - shown.length })}
        </SmallButton>
      )}
    </section>
  );
}
