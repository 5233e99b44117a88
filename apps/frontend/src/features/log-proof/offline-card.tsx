import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { publicKeysQuery } from './log-proof.api';
import classes from './log-proof.module.css';
import { useLogProofT } from './log-proof-texts';
import { ProofCard } from './proof-card';

/** Steps to check the log without this installation. */
export function OfflineCard() {
  const t = useLogProofT();
  const { data } = useQuery(publicKeysQuery);
  const key = data?.items[0]?.key ?? 'KEY';
  return (
    <ProofCard id="log-offline" title={t('log.offline')}>
      <ol className={classes.steps}>
        <li>{t('log.offline.keep')}</li>
        <li>
          <span>{t('log.offline.compare')}</span>
          <code className={`${classes.code} ${classes.block}`}>npm run ops -- verify --checkpoint checkpoint.txt</code>
        </li>
        <li>
          <span>{t('log.offline.export')}</span>
          <code className={`${classes.code} ${classes.block}`}>
            {`GET /api/log/proof?taskId=5\nnode verify.mjs gos-log-proof.json --key '${key}'`}
          </code>
        </li>
      </ol>
      <p>
        <Anchor inherit href="/verify.mjs" download="verify.mjs">
          {t('log.offline.program')}
        </Anchor>
      </p>
      <p>
        <Anchor inherit href="https://c2sp.org/tlog-checkpoint" target="_blank" rel="noreferrer">
          {t('log.offline.format')}
        </Anchor>
      </p>
    </ProofCard>
  );
}
