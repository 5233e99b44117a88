import type { AdminOverview, AdminSelfCheck } from '@gos/contract';
import { Box, Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { MomentText } from '../../entities/task/deadline-text';
import pieces from '../../ui/pieces.module.css';
import { showProblem, showToast } from '../../ui/toast';
import { adminKeys, checkModels } from './admin.api';
import { RebuildHead, useModelName } from './admin-models';
import { Problem } from './admin-problem';
import { AdminSection, Entry, Remark } from './admin-section';
import { useAdminT } from './admin-texts';

interface DifferingProps {
  readonly overview: Pick<AdminOverview, 'building' | 'rebuild'>;
  readonly check: AdminSelfCheck;
}

/** The documents that differ from the log, each kind with a button that rebuilds it. */
function Differing({ overview, check: { different, differing } }: DifferingProps) {
  const t = useAdminT();
  const nameOf = useModelName();
  const models = [...new Set(different.map(({ model }) => model))];
  return (
    <>
      <Problem>{t('admin.check.differing', { count: differing })}</Problem>
      {models.map((model) => (
        <Box key={model} mt={6}>
          <RebuildHead model={model} title={nameOf(model)} overview={overview} />
          <ul className={pieces.list}>
            {different
              .filter((one) => one.model === model)
              .map(({ id }) => (
                <Entry key={id} title={id} about={null} />
              ))}
          </ul>
        </Box>
      ))}
      {differing > different.length && (
        <Remark>{t('admin.check.more', { count: differing - different.length })}</Remark>
      )}
      <Remark>{t('admin.check.rebuild-note')}</Remark>
    </>
  );
}

/** When all documents agreed with the log the last time, and which ones differ. */
export function SelfCheck({ overview, check }: DifferingProps) {
  const t = useAdminT();
  const client = useQueryClient();
  const start = useMutation({
    mutationFn: checkModels,
    onSuccess: () => showToast({ message: t('admin.check.started') }),
    onError: (error) => showProblem(error),
    onSettled: () => client.invalidateQueries({ queryKey: adminKeys.overview }),
  });
  const { running, endedAt, heldAt, compared, setAside } = check;
  return (
    <AdminSection
      id="admin-check"
      title={t('admin.check')}
      action={
        <Button
          variant="default"
          size="xs"
          leftSection={<IconRefresh size={16} aria-hidden />}
          disabled={running || start.isPending}
          onClick={() => start.mutate()}
        >
          {t('admin.check.start')}
        </Button>
      }
    >
      <Remark mt={4} role="status">
        {running ? t('admin.check.running') : endedAt === null ? t('admin.check.never') : t('admin.check.night')}
      </Remark>
      {check.differing > 0 && <Differing overview={overview} check={check} />}
      {endedAt !== null && (
        <Remark mt={4}>
          <span>{t('admin.check.ended', { compared })}</span> · <MomentText at={endedAt} />
        </Remark>
      )}
      {setAside > 0 && <Remark mt={4}>{t('admin.check.aside', { count: setAside })}</Remark>}
      {endedAt !== null && (
        <Remark mt={4}>
          {heldAt === null ? (
            t('admin.check.never-held')
          ) : (
            <>
              <span>{t('admin.check.held')}</span> · <MomentText at={heldAt} />
            </>
          )}
        </Remark>
      )}
    </AdminSection>
  );
}
