import type { RepeatedTaskAnswer } from '@gos/contract';
import { Group, Skeleton, Stack, Text } from '@mantine/core';
import { IconPencil, IconRepeat } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useIntl } from 'react-intl';
import { repeatedTaskQuery } from '../../../entities/repeated-task/repeated-tasks.api';
import { ApiProblem } from '../../../lib/api';
import { type PaletteCommand, useCommands } from '../../../lib/commands';
import { SmallButton } from '../../../ui/buttons';
import pieces from '../../../ui/pieces.module.css';
import prose from '../../../ui/prose.module.css';
import { PaddedScreen } from '../../../ui/screen';
import { ScreenMessage } from '../../../ui/screen-message';
import { ComingOccurrences, EarlierTasks } from './coming-occurrences';
import { DeactivateDialog } from './deactivate-dialog';
import classes from './repeated-detail.module.css';
import { RepeatedFacts } from './repeated-facts';
import { RepeatedHistory } from './repeated-history';
import { RepeatedMissing } from './repeated-missing';
import { RepeatedTexts, useRepeatedT } from './repeated-texts';
import { ruleText } from './rule-text';
import { useRepeatedActions } from './use-repeated-actions';

interface DetailProps {
  readonly definition: RepeatedTaskAnswer;
}

/** The possible actions, for the palette. */
function useDetailCommands({ id, active, can }: RepeatedTaskAnswer, setActive: (active: boolean) => void) {
  const t = useRepeatedT();
  const navigate = useNavigate();
  const commands = useMemo((): PaletteCommand[] => {
    const group = t('nav.repeated');
    const found: PaletteCommand[] = [];
    if (can.edit === true) {
      const run = () => void navigate({ to: '/tasks/repeated/$repeatedTaskId/edit', params: { repeatedTaskId: id } });
      found.push({ id: 'repeated.edit', label: t('repeated.action.edit'), group, key: 'e', first: true, run });
    }
    const change = active ? 'deactivate' : 'activate';
    if (can[change] === true) {
      const run = () => setActive(!active);
      found.push({ id: 'repeated.active', label: t(`repeated.action.${change}`), group, first: true, run });
    }
    return found;
  }, [t, navigate, id, active, can, setActive]);
  useCommands(commands);
}

function Head({ definition }: DetailProps) {
  const t = useRepeatedT();
  const { id, name, active, can } = definition;
  const actions = useRepeatedActions();
  const [asked, setAsked] = useState(false);
  const { setActive } = actions;
  const change = useMemo(
    () => (next: boolean) => (next ? void setActive({ id, name }, true) : setAsked(true)),
    [setActive, id, name],
  );
  useDetailCommands(definition, change);
  const may = can[active ? 'deactivate' : 'activate'] === true;
  return (
    <Group gap="8px 10px">
      <IconRepeat size={18} stroke={1.75} aria-hidden color="var(--gos-muted)" />
      <Text component="h1" miw={0} m={0} fz={20} fw={650} lh="30px" style={{ overflowWrap: 'anywhere' }}>
        {name}
      </Text>
      {!active && <span className={pieces.badge}>{t('project.state.inactive')}</span>}
      <Group component="span" gap={8} className={classes.buttons}>
        {may && (
          <SmallButton variant="default" onClick={() => change(!active)}>
            {t(active ? 'repeated.action.deactivate' : 'repeated.action.activate')}
          </SmallButton>
        )}
        {can.edit === true && (
          <SmallButton
            component={Link}
            variant="default"
            to={`/tasks/repeated/${id}/edit`}
            leftSection={<IconPencil size={15} stroke={1.75} aria-hidden />}
          >
            {t('repeated.action.edit')}
          </SmallButton>
        )}
      </Group>
      {asked && (
        <DeactivateDialog
          definition={definition}
          onAnswer={() => void setActive(definition, false)}
          onClose={() => setAsked(false)}
        />
      )}
    </Group>
  );
}

function Detail({ definition }: DetailProps) {
  const t = useRepeatedT();
  const { locale } = useIntl();
  const { description } = definition.template;
  return (
    <PaddedScreen>
      <Head definition={definition} />
      <Text c="dimmed" fz="inherit" lh="inherit" mt={4} mb={18} className={pieces.sentence}>
        {ruleText(t, locale, definition)}
      </Text>
      <div className={classes.columns}>
        <Stack gap={22} miw={0}>
          {description !== '' && (
            <section aria-label={t('task.field.description')}>
              {/* The server answers sanitised HTML only. */}
              <div className={prose.prose} dangerouslySetInnerHTML={{ __html: description }} />
            </section>
          )}
          <ComingOccurrences definition={definition} />
          <EarlierTasks definition={definition} />
          <RepeatedHistory id={definition.id} repeat={definition.repeat} />
        </Stack>
        <RepeatedFacts definition={definition} />
      </div>
    </PaddedScreen>
  );
}

function Loaded({ id }: { readonly id: number }) {
  const t = useRepeatedT();
  const query = useQuery(repeatedTaskQuery(id));
  const { data, error } = query;
  const gone = error instanceof ApiProblem && error.status === 404;
  if (data !== undefined && gone) {
    return <ScreenMessage title={t('repeated.gone', { name: data.name })} text={t('repeated.missing.text')} />;
  }
  if (data !== undefined) return <Detail definition={data} />;
  if (query.isError) return <RepeatedMissing query={query} />;
  return (
    <PaddedScreen>
      <div aria-hidden>
        <Skeleton height={20} width="40%" />
        <Skeleton height={12} mt={14} width="30%" />
        {[70, 60, 66, 52, 58].map((width) => (
          <Skeleton key={width} height={12} mt={20} width={`${width}%`} />
        ))}
      </div>
    </PaddedScreen>
  );
}

/** One definition with its tasks, its coming dates and its history. */
export const RepeatedDetail = ({ id }: { readonly id: number }) => (
  <RepeatedTexts>
    <Loaded key={id} id={id} />
  </RepeatedTexts>
);
