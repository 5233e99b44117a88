import type { AdminOverview } from '@gos/contract';
import { Button, Progress, Table } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { showProblem, showToast } from '../../ui/toast';
import { adminKeys, rebuild } from './admin.api';
import classes from './admin.module.css';
import { useAdminTexts } from './admin-texts';

type Shown = Pick<AdminOverview, 'models' | 'lag' | 'building' | 'rebuild'>;

/** How far a build is, how the last one ended. */
function Build({ building, rebuild: last }: Pick<Shown, 'building' | 'rebuild'>) {
  const { models: say, modelNames } = useAdminTexts();
  if (building === null && last?.state === 'failed') {
    return (
      <p role="alert" className={classes.problem}>
        {say.failed}
      </p>
    );
  }
  if (building === null && last?.state !== 'running') return null;
  const name = building && (modelNames[building.model] ?? building.model);
  return (
    <div className={classes.build}>
      <Progress
        value={building ? (100 * building.done) / building.of : 0}
        striped
        animated
        aria-label={say.building}
        className={classes.bar}
      />
      <span className={classes.quiet}>
        {building ? say.progress(name!, building.events, building.done, building.of) : say.waiting}
      </span>
    </div>
  );
}

/** What screens are read from: how far it is, and how it is built anew. */
export function Models({ overview: { models, lag, building, rebuild: last } }: { readonly overview: Shown }) {
  const texts = useAdminTexts();
  const { models: say, modelNames } = texts;
  const client = useQueryClient();
  const start = useMutation({
    mutationFn: rebuild,
    onSuccess: () => showToast({ message: say.started }),
    onError: (error) => showProblem(error),
    onSettled: () => client.invalidateQueries({ queryKey: adminKeys.overview }),
  });
  const isBusy = building !== null || last?.state === 'running' || start.isPending;

  function stateOf(name: string, caughtUp: boolean): string {
    if (building?.model === name) return say.building;
    return caughtUp ? say.upToDate : say.late;
  }

  return (
    <section className={classes.section} aria-labelledby="admin-models">
      <div className={classes.sectionHead}>
        <h2 id="admin-models" className={classes.heading}>
          {say.title}
        </h2>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconRefresh size={16} aria-hidden />}
          disabled={isBusy}
          onClick={() => start.mutate(null)}
        >
          {say.rebuildAll}
        </Button>
      </div>
      <p className={classes.lag} data-behind={(lag && !lag.caughtUp) || undefined}>
        {lag === null ? texts.unknown : lag.caughtUp ? say.caughtUp : say.behind(lag.events, lag.seconds)}
      </p>
      <Build building={building} rebuild={last} />
      {models === null ? (
        <p className={classes.quiet}>{texts.unknown}</p>
      ) : (
        <Table className={classes.table} aria-labelledby="admin-models">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{say.name}</Table.Th>
              <Table.Th>{say.state}</Table.Th>
              <Table.Th className={classes.wide}>{say.build}</Table.Th>
              <Table.Th>
                <span className={classes.hidden}>{say.rebuild}</span>
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {models.map(({ name, build, caughtUp }) => (
              <Table.Tr key={name}>
                <Table.Td>
                  {modelNames[name] ?? name} <span className={classes.code}>{name}</span>
                </Table.Td>
                <Table.Td>{stateOf(name, caughtUp)}</Table.Td>
                <Table.Td className={classes.wide}>{build ?? '–'}</Table.Td>
                <Table.Td className={classes.actions}>
                  <Button
                    variant="subtle"
                    size="compact-xs"
                    disabled={isBusy}
                    aria-label={say.rebuildOne(modelNames[name] ?? name)}
                    onClick={() => start.mutate(name)}
                  >
                    {say.rebuild}
                  </Button>
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
      <p className={classes.note}>{say.note}</p>
    </section>
  );
}
