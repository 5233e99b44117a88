import type { AdminPart } from '@gos/contract';
import { IconCircleCheck, IconInfoCircle } from '@tabler/icons-react';
import classes from './admin.module.css';
import { useAdminT } from './admin-texts';

/** Whether everything answers that the installation is kept in. */
export function Parts({ parts }: { readonly parts: readonly AdminPart[] }) {
  const t = useAdminT();
  return (
    <section className={classes.section} aria-labelledby="admin-parts">
      <h2 id="admin-parts" className={classes.heading}>
        {t('admin.parts')}
      </h2>
      <ul className={classes.parts}>
        {parts.map(({ part, ok, reason, fault, store }) => {
          const Icon = ok ? IconCircleCheck : IconInfoCircle;
          return (
            <li key={part} data-ok={ok || undefined}>
              <Icon size={16} aria-hidden className={classes.mark} />
              <span className={classes.partName}>{t(`admin.part.${part}`)}</span>
              <span className={classes.store}>{t(`admin.store.${store}`)}</span>
              <span className={classes.state}>{reason === null ? t('admin.fine') : t(`admin.reason.${reason}`)}</span>
              {fault !== null && (
                <p className={classes.remedy}>{t(`admin.remedy.${fault.remedy}`, { file: fault.file })}</p>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
