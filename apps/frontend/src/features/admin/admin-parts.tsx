import type { AdminPart } from '@gos/contract';
import { IconCircleCheck, IconInfoCircle } from '@tabler/icons-react';
import classes from './admin.module.css';
import { useAdminTexts } from './admin-texts';

/** Whether everything answers that the installation is kept in. */
export function Parts({ parts }: { readonly parts: readonly AdminPart[] }) {
  const texts = useAdminTexts();
  return (
    <section className={classes.section} aria-labelledby="admin-parts">
      <h2 id="admin-parts" className={classes.heading}>
        {texts.parts.title}
      </h2>
      <ul className={classes.parts}>
        {parts.map(({ part, ok, reason, store }) => {
          const Icon = ok ? IconCircleCheck : IconInfoCircle;
          return (
            <li key={part} data-ok={ok || undefined}>
              <Icon size={16} aria-hidden className={classes.mark} />
              <span className={classes.partName}>{texts.parts[part]}</span>
              <span className={classes.store}>{texts.stores[store]}</span>
              <span className={classes.state}>{reason === null ? texts.fine : texts.reasons[reason]}</span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
