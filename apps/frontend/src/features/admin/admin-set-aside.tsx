import type { AdminOverview, AdminSetAside } from '@gos/contract';
import { Button } from '@mantine/core';
import { MomentText } from '../../entities/task/deadline-text';
import classes from './admin.module.css';
import { useModelName, useRebuild } from './admin-models';
import { useAdminT } from './admin-texts';

interface SetAsideProps {
  readonly overview: Pick<AdminOverview, 'building' | 'rebuild'>;
  readonly models: readonly AdminSetAside[];
}

/** Documents that could not be made or kept and are old until they are built anew: which, since when and why. */
export function SetAside({ overview, models }: SetAsideProps) {
  const t = useAdminT();
  const nameOf = useModelName();
  const { start, isBusy } = useRebuild(overview);
  return (
    <section className={`${classes.section} ${classes.whole}`} aria-labelledby="admin-aside">
      <h2 id="admin-aside" className={classes.heading}>
        {t('admin.aside')}
      </h2>
      <p className={classes.lag}>{t('admin.aside.note')}</p>
      {models.map(({ model, count, documents }) => (
        <div key={model} className={classes.aside}>
          <div className={classes.sectionHead}>
            <h3 className={classes.heading}>{t('admin.aside.model', { name: nameOf(model), count })}</h3>
            <Button
              variant="default"
              size="xs"
              disabled={isBusy}
              aria-label={t('admin.models.rebuild-one', { name: nameOf(model) })}
              onClick={() => start(model)}
            >
              {t('admin.models.rebuild')}
            </Button>
          </div>
          <ul className={classes.letters}>
            {documents.map(({ id, since, reason, at }) => (
              <li key={id}>
                <div className={classes.letter}>
                  <span className={classes.letterHead}>
                    <span className={classes.host}>{id}</span>
                    <span className={classes.quiet}>
                      {t('admin.aside.since', { since })} · <MomentText at={at} />
                    </span>
                  </span>
                  <span className={classes.reason}>{reason}</span>
                </div>
              </li>
            ))}
          </ul>
          {count > documents.length && (
            <p className={classes.note}>{t('admin.aside.more', { count: count - documents.length })}</p>
          )}
        </div>
      ))}
    </section>
  );
}
