import type { LogCheckpoint } from '@gos/contract';
import { ActionIcon, Group, Skeleton, Tooltip } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { MomentText } from '../../entities/task/deadline-text';
import { saveFile } from '../../lib/save-file';
import { SmallButton } from '../../ui/buttons';
import { EmptyState, FailedLine } from '../../ui/empty-state';
import { Fact } from '../../ui/fact';
import { Pager } from '../../ui/pager';
import pieces from '../../ui/pieces.module.css';
import { checkpointPageSize, checkpointsQuery, publicKeysQuery } from './log-proof.api';
import classes from './log-proof.module.css';
import { useLogProofT } from './log-proof-texts';
import { ProofCard } from './proof-card';

const saveText = (name: string, text: string) => saveFile(name, [text], 'text/plain;charset=utf-8');
const save = ({ size, note }: LogCheckpoint) => saveText(`checkpoint-${size}.txt`, note);
/** A signed note begins with the name of the log, the size of its tree and the root. */
const rootOf = ({ note }: LogCheckpoint) => note.split('\n')[2] ?? '';

function Latest({ checkpoint }: { readonly checkpoint: LogCheckpoint }) {
  const t = useLogProofT();
  const { formatNumber } = useIntl();
  const { data: keys } = useQuery(publicKeysQuery);
  return (
    <>
      <dl className={classes.facts}>
        <Fact label={t('log.size')}>
          <span className={pieces.digits}>{formatNumber(checkpoint.size)}</span>
        </Fact>
        <Fact label={t('log.root')}>
          <span className={classes.code}>{rootOf(checkpoint)}</span>
        </Fact>
        <Fact label={t('log.time')}>
          <MomentText at={checkpoint.at} />
        </Fact>
      </dl>
      <Group gap={8}>
        <SmallButton leftSection={<IconDownload size={16} aria-hidden />} onClick={() => save(checkpoint)}>
          {t('log.download-checkpoint')}
        </SmallButton>
        <SmallButton
          variant="default"
          disabled={!keys}
          onClick={() => keys && saveText('log-keys.txt', keys.items.map(({ key }) => `${key}\n`).join(''))}
        >
          {t('log.download-keys')}
        </SmallButton>
      </Group>
    </>
  );
}

/** The signed checkpoints of the event log, the newest in full. */
export function CheckpointsCard() {
  const t = useLogProofT();
  const { formatNumber } = useIntl();
  const [page, setPage] = useState(1);
  const newest = useQuery(checkpointsQuery(1));
  const { data, isError, isFetching, refetch } = useQuery(checkpointsQuery(page));
  const latest = newest.data?.items[0];
  return (
    <ProofCard id="log-checkpoints" title={t('log.last-checkpoint')}>
      {isError && <FailedLine text={t('log.error')} busy={isFetching} onRetry={() => void refetch()} />}
      {!data && !isError && <Skeleton height={120} mt={10} />}
      {newest.data?.total === 0 && <EmptyState>{t('log.no-checkpoint')}</EmptyState>}
      {latest && <Latest checkpoint={latest} />}
      {data && data.total > 0 && (
        <>
          <ul className={pieces.list} style={{ marginTop: 12 }} aria-label={t('log.checkpoints')}>
            {data.items.map((checkpoint) => {
              const label = t('log.download-one', { events: checkpoint.size });
              return (
                <li key={checkpoint.size} className={classes.checkpoint}>
                  <span className={pieces.digits}>
                    {t('log.events', { events: checkpoint.size, number: formatNumber(checkpoint.size) })}
                  </span>
                  <Group component="span" gap={8}>
                    <MomentText at={checkpoint.at} />
                    <Tooltip label={label}>
                      <ActionIcon size={26} aria-label={label} onClick={() => save(checkpoint)}>
                        <IconDownload size={16} stroke={1.75} />
                      </ActionIcon>
                    </Tooltip>
                  </Group>
                </li>
              );
            })}
          </ul>
          <Pager page={page} pages={Math.ceil(data.total / checkpointPageSize)} onPage={setPage} />
        </>
      )}
    </ProofCard>
  );
}
