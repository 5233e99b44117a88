import type { AdminOverview } from '@gos/contract';
import { Button, Group, Progress, Stack, Table, Title } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import pieces from '../../ui/pieces.module.css';
import { PlainTable } from '../../ui/table';
import { showProblem, showToast } from '../../ui/toast';
import { adminKeys, rebuild } from './admin.api';
import classes from './admin.module.css';
import { Problem } from './admin-problem';
import { AdminSection, Note, Remark } from './admin-section';
import { type AdminMessageId, useAdminT } from './admin-texts';

type Shown = Pick<AdminOverview, 'models' | 'lag' | 'building' | 'rebuild'>;

const modelMessages: Readonly<Record<string, AdminMessageId>> = {
  user: 'admin.model.user',
  access: 'admin.model.access',
  project: 'admin.model.project',
  board: 'admin.model.board',
  task: 'admin.model.task',
  comment: 'admin.model.comment',
  'task-activity': 'admin.model.task-activity',
  milestone: 'admin.model.milestone',
  notification: 'admin.model.notification',
  webhook: 'admin.model.webhook',
  'highest-number': 'admin.model.highest-number',
  installation: 'admin.model.installation',
  plan: 'admin.model.plan',
  position: 'admin.model.position',
  'repeated-task': 'admin.model.repeated-task',
  'repeated-task-activity': 'admin.model.repeated-task-activity',
  work: 'admin.model.work',
  worklog: 'admin.model.worklog',
};

/** Documents that only a newer server knows are called as it calls them. */
export function useModelName(): (model: string) => string {
  const t = useAdminT();
  return (model) => {
    const id = modelMessages[model];
    return id === undefined ? model : t(id);
  };
}

/** How far a build is, how the last one ended. */
function Build({ building, rebuild: last }: Pick<Shown, 'building' | 'rebuild'>) {
  const t = useAdminT();
  const nameOf = useModelName();
  if (building === null && last?.state === 'failed') {
    return <Problem>{t('admin.models.failed')}</Problem>;
  }
  if (building === null && last?.state !== 'running') return null;
  return (
    <Stack gap={4} mb={8} fz={12.5} style={{ fontVariantNumeric: 'tabular-nums' }}>
      <Progress
        value={building ? (100 * building.done) / building.of : 0}
        striped
        animated
        aria-label={t('admin.models.building')}
        bg="var(--gos-line)"
      />
      <span className={pieces.nothing}>
        {building
          ? t('admin.models.progress', {
              name: nameOf(building.model),
              events: building.events,
              at: building.done + 1,
              of: building.of,
            })
          : t('admin.models.waiting')}
      </span>
    </Stack>
  );
}

/** Begins a rebuild, one at a time. */
function useRebuild({ building, rebuild: last }: Pick<Shown, 'building' | 'rebuild'>) {
  const t = useAdminT();
  const client = useQueryClient();
  const start = useMutation({
    mutationFn: rebuild,
    onSuccess: () => showToast({ message: t('admin.models.started') }),
    onError: (error) => showProblem(error),
    onSettled: () => client.invalidateQueries({ queryKey: adminKeys.overview }),
  });
  return { start: start.mutate, isBusy: building !== null || last?.state === 'running' || start.isPending };
}

interface RebuildHeadProps {
  readonly model: string;
  readonly title: string;
  readonly overview: Pick<Shown, 'building' | 'rebuild'>;
}

/** The title of a list of documents of one kind, with the button that rebuilds them. */
export function RebuildHead({ model, title, overview }: RebuildHeadProps) {
  const t = useAdminT();
  const nameOf = useModelName();
  const { start, isBusy } = useRebuild(overview);
  return (
    <Group justify="space-between" gap="6px 12px">
      <Title order={3} fz={13.5} lh="30px">
        {title}
      </Title>
      <Button
        variant="default"
        size="xs"
        disabled={isBusy}
        aria-label={t('admin.models.rebuild-one', { name: nameOf(model) })}
        onClick={() => start(model)}
      >
        {t('admin.models.rebuild')}
      </Button>
    </Group>
  );
}

/** Shows the progress of the read models and rebuilds them. */
export function Models({ overview }: { readonly overview: Shown }) {
  const { models, lag, building, rebuild: last } = overview;
  const t = useAdminT();
  const nameOf = useModelName();
  const { start, isBusy } = useRebuild(overview);

  function stateOf(name: string, caughtUp: boolean): string {
    if (building?.model === name) return t('admin.models.building');
    return caughtUp ? t('admin.models.up-to-date') : t('admin.models.late');
  }

  return (
    <AdminSection
      id="admin-models"
      title={t('admin.models')}
      action={
        <Button
          variant="default"
          size="xs"
          leftSection={<IconRefresh size={16} aria-hidden />}
          disabled={isBusy}
          onClick={() => start(null)}
        >
          {t('admin.models.rebuild-all')}
        </Button>
      }
    >
      <Note c={lag && !lag.caughtUp ? 'var(--gos-returned)' : undefined}>
        {lag === null
          ? t('admin.unknown')
          : lag.caughtUp
            ? t('admin.models.caught-up')
            : t('admin.models.behind', { events: Math.min(lag.events, 1_000), seconds: Math.round(lag.seconds) })}
      </Note>
      <Build building={building} rebuild={last} />
      {models === null ? (
        <p className={pieces.nothing}>{t('admin.unknown')}</p>
      ) : (
        <PlainTable horizontalSpacing={6} aria-labelledby="admin-models">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('admin.models.name')}</Table.Th>
              <Table.Th>{t('admin.models.state')}</Table.Th>
              <Table.Th className={classes.wide}>{t('admin.models.build')}</Table.Th>
              <Table.Th>
                <span className={pieces.hidden}>{t('admin.models.rebuild')}</span>
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {models.map(({ name, build, caughtUp }) => (
              <Table.Tr key={name}>
                <Table.Td>
                  {nameOf(name)} <span className={classes.code}>{name}</span>
                </Table.Td>
                <Table.Td>{stateOf(name, caughtUp)}</Table.Td>
                <Table.Td className={classes.wide}>{build ?? '–'}</Table.Td>
                <Table.Td ta="right" className={classes.actions}>
                  <Button
                    variant="subtle"
                    size="compact-xs"
                    disabled={isBusy}
                    aria-label={t('admin.models.rebuild-one', { name: nameOf(name) })}
                    onClick={() => start(name)}
                  >
                    {t('admin.models.rebuild')}
                  </Button>
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </PlainTable>
      )}
      <Remark>{t('admin.models.note')}</Remark>
    </AdminSection>
  );
}
