import type { AdminPart } from '@gos/contract';
import { IconCircleCheck, IconInfoCircle } from '@tabler/icons-react';
import pieces from '../../ui/pieces.module.css';
import classes from './admin.module.css';
import { AdminSection } from './admin-section';
import { useAdminT } from './admin-texts';

/** Whether everything answers that the installation is kept in. */
export function Parts({ parts }: { readonly parts: readonly AdminPart[] }) {
  const t = useAdminT();
  return (
    <AdminSection id="admin-parts" title={t('admin.parts')}>
      <ul className={pieces.list} style={{ marginTop: 4 }}>
        {parts.map(({ part, ok, reason, fault, store }) => {
          const Icon = ok ? IconCircleCheck : IconInfoCircle;
          return (
            <li key={part} className={classes.part} data-ok={ok || undefined}>
              <Icon size={16} aria-hidden />
              <span style={{ fontWeight: 500 }}>{t(`admin.part.${part}`)}</span>
              <span className={`${classes.store} ${pieces.nothing}`}>{t(`admin.store.${store}`)}</span>
              <span className={classes.state}>{reason === null ? t('admin.fine') : t(`admin.reason.${reason}`)}</span>
              {fault !== null && (
                <p className={classes.remedy}>{t(`admin.remedy.${fault.remedy}`, { file: fault.file })}</p>
              )}
            </li>
          );
        })}
      </ul>
    </AdminSection>
  );
}
