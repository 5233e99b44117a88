import type { AdminMisfit, AdminOverview } from '@gos/contract';
import { Problem } from './admin-problem';
import { useAdminT } from './admin-texts';

/** Which part of the installation does not belong to the others. */
export function Misfit({ misfit: { part, kind } }: { readonly misfit: AdminMisfit }) {
  const t = useAdminT();
  return (
    <Problem>
      {part === 'event-log' ? t(`admin.misfit.event-log.${kind}`) : t(`admin.misfit.${part}`)} {t('admin.misfit.note')}
    </Problem>
  );
}

type WithoutAccountProps = { readonly withoutAccount: NonNullable<AdminOverview['withoutAccount']> };

/** Whom the log knows, and the accounts do not: those were lost, or come from an older copy. */
export function WithoutAccount({ withoutAccount: { count, first } }: WithoutAccountProps) {
  const t = useAdminT();
  const ids = `${first.join(', ')}${count > first.length ? ', …' : ''}`;
  return <Problem>{t('admin.without-account', { count, ids })}</Problem>;
}
