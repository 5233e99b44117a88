import type { AdminOverview, AdminSetAside } from '@gos/contract';
import { Box } from '@mantine/core';
import { MomentText } from '../../entities/task/deadline-text';
import pieces from '../../ui/pieces.module.css';
import { RebuildHead, useModelName } from './admin-models';
import { AdminSection, Entry, Note, Remark } from './admin-section';
import { useAdminT } from './admin-texts';

interface SetAsideProps {
  readonly overview: Pick<AdminOverview, 'building' | 'rebuild'>;
  readonly models: readonly AdminSetAside[];
}

/** Documents that could not be built or stored and stay outdated until a rebuild: names, times and reasons. */
export function SetAside({ overview, models }: SetAsideProps) {
  const t = useAdminT();
  const nameOf = useModelName();
  return (
    <AdminSection id="admin-aside" title={t('admin.aside')} whole>
      <Note>{t('admin.aside.note')}</Note>
      {models.map(({ model, count, documents }, place) => (
        <Box key={model} mt={place > 0 ? 10 : 0}>
          <RebuildHead
            model={model}
            title={t('admin.aside.model', { name: nameOf(model), count })}
            overview={overview}
          />
          <ul className={pieces.list} style={{ marginTop: 6 }}>
            {documents.map(({ id, since, reason, at }) => (
              <Entry
                key={id}
                title={id}
                about={
                  <>
                    {t('admin.aside.since', { since })} · <MomentText at={at} />
                  </>
                }
              >
                <span>{reason}</span>
              </Entry>
            ))}
          </ul>
          {count > documents.length && <Remark>{t('admin.aside.more', { count: count - documents.length })}</Remark>}
        </Box>
      ))}
    </AdminSection>
  );
}
