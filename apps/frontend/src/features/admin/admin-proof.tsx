import type { AdminProof } from '@gos/contract';
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { MomentText } from '../../entities/task/deadline-text';
import { Problem } from './admin-problem';
import { AdminSection, Remark } from './admin-section';
import { useAdminT } from './admin-texts';

/** How far the signed tree follows the log. */
export function Proof({ proof: { events, behind, checkpoint, refused } }: { readonly proof: AdminProof }) {
  const t = useAdminT();
  return (
    <AdminSection
      id="admin-proof"
      title={t('admin.proof')}
      action={
        <Button component={Link} to="/audit/log" variant="default" size="xs">
          {t('admin.proof.open')}
        </Button>
      }
    >
      {refused && <Problem>{t('admin.proof.refused')}</Problem>}
      <Remark mt={4}>
        {behind === 0 ? t('admin.proof.whole', { events }) : t('admin.proof.behind', { events, behind })}
      </Remark>
      <Remark mt={4}>
        {checkpoint === null ? (
          t('admin.proof.none')
        ) : (
          <>
            <span>{t('admin.proof.checkpoint', { events: checkpoint.size })}</span> · <MomentText at={checkpoint.at} />
          </>
        )}
      </Remark>
    </AdminSection>
  );
}
