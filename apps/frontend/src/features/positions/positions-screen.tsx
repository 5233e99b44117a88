import type { PositionAnswer, UserAnswer } from '@gos/contract';
import { mayKeepPositions } from '@gos/domain';
import { Box, Group, Skeleton, Table } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { positionsQuery } from '../../entities/user/positions.api';
import { placedPeopleQuery, useMe } from '../../entities/user/users.api';
import { SmallButton } from '../../ui/buttons';
import { FailedLine } from '../../ui/empty-state';
import { LazyAskDialog } from '../../ui/lazy-dialogs';
import pieces from '../../ui/pieces.module.css';
import { PaddedScreen, ScreenHead, ScreenIntro } from '../../ui/screen';
import { PlainTable } from '../../ui/table';
import { PositionDialog } from './position-dialog';
import { PositionRow } from './position-row';
import { PositionsTexts, usePositionsT } from './positions-texts';
import { usePositionActions } from './use-positions';

interface PositionTableProps {
  readonly positions: readonly PositionAnswer[];
  readonly admin: boolean;
}

function PositionTable({ positions, admin }: PositionTableProps) {
  const t = usePositionsT();
  const { edit, remove } = usePositionActions();
  const { data: people } = useQuery(placedPeopleQuery(positions.map(({ id }) => id).sort((a, b) => a - b)));
  const [edited, setEdited] = useState<PositionAnswer | null>(null);
  const [leaving, setLeaving] = useState<PositionAnswer | null>(null);
  const inPosition = (id: number): readonly UserAnswer[] | undefined =>
    people?.filter((user) => user.positions.some((position) => position.id === id));
  return (
    <>
      <Box maw={1080}>
        <PlainTable stacked verticalSpacing={8} aria-label={t('nav.positions')}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('positions.position')}</Table.Th>
              <Table.Th>{t('positions.people')}</Table.Th>
              {admin && (
                <Table.Th>
                  <span className={pieces.hidden}>{t('task.row.actions-column')}</span>
                </Table.Th>
              )}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {positions.map((position) => (
              <PositionRow
                key={position.id}
                position={position}
                people={inPosition(position.id)}
                admin={admin}
                onEdit={() => setEdited(position)}
                onDelete={() => setLeaving(position)}
              />
            ))}
          </Table.Tbody>
        </PlainTable>
      </Box>
      {edited && (
        <PositionDialog position={edited} onSave={(values) => edit(edited, values)} onClose={() => setEdited(null)} />
      )}
      {leaving && (
        <LazyAskDialog
          title={t('positions.delete.title', { name: leaving.name })}
          text={t('positions.delete.text')}
          answer={t('positions.delete')}
          onAnswer={() => {
            setLeaving(null);
            void remove(leaving);
          }}
          onClose={() => setLeaving(null)}
        />
      )}
    </>
  );
}

function PositionsPage() {
  const t = usePositionsT();
  const admin = mayKeepPositions(useMe());
  const { create } = usePositionActions();
  const navigate = useNavigate();
  const { new: asked = false } = useSearch({ from: '/_app/people/positions' });
  const { data, isError, isFetching, refetch } = useQuery(positionsQuery);
  const open = (isNew: boolean) =>
    void navigate({ to: '/people/positions', search: isNew ? { new: true } : {}, replace: true });
  return (
    <PaddedScreen>
      <ScreenHead title={t('nav.positions')} count={data?.length ?? null} />
      <Group justify="space-between" align="flex-start" gap="10px 24px" maw={1080} mb={14}>
        <ScreenIntro>
          {t('positions.intro')} {!admin && t('positions.intro.reader')}
        </ScreenIntro>
        {admin && (
          <SmallButton leftSection={<IconPlus size={16} aria-hidden />} onClick={() => open(true)}>
            {t('positions.new')}
          </SmallButton>
        )}
      </Group>
      {!data && isError && <FailedLine text={t('positions.error')} busy={isFetching} onRetry={() => void refetch()} />}
      {!data && !isError && [0, 1, 2, 3].map((row) => <Skeleton key={row} height={24} mt={14} />)}
      {data?.length === 0 && <ScreenIntro>{t('positions.empty')}</ScreenIntro>}
      {data && data.length > 0 && <PositionTable positions={data} admin={admin} />}
      {asked && admin && <PositionDialog position={null} onSave={create} onClose={() => open(false)} />}
    </PaddedScreen>
  );
}

/** Named lists of people; an admin keeps them. */
export function PositionsScreen() {
  return (
    <PositionsTexts>
      <PositionsPage />
    </PositionsTexts>
  );
}
