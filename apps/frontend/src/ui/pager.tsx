import { useT } from '../i18n';
import { SmallButton } from './buttons';
import classes from './pager.module.css';

interface PagerProps {
  readonly page: number;
  readonly pages: number;
  readonly onPage: (page: number) => void;
}

/** To the page before and the one after, where there are several. */
export function Pager({ page, pages, onPage }: PagerProps) {
  const t = useT();
  if (pages <= 1) return null;
  return (
    <nav className={classes.pager} aria-label={t('task.page.label')}>
      <SmallButton variant="default" disabled={page <= 1} onClick={() => onPage(page - 1)}>
        {t('people.previous')}
      </SmallButton>
      <span aria-live="polite">{t('people.page', { page, pages })}</span>
      <SmallButton variant="default" disabled={page >= pages} onClick={() => onPage(page + 1)}>
        {t('people.next')}
      </SmallButton>
    </nav>
  );
}
