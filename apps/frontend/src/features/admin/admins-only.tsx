import type { ReactNode } from 'react';
import { useMe } from '../../entities/user/users.api';
import { ScreenMessage } from '../../ui/screen-message';
import { AdminTexts, useAdminT } from './admin-texts';

function Guarded({ children }: { readonly children: ReactNode }) {
  const t = useAdminT();
  const { role } = useMe();
  if (role !== 'admin') return <ScreenMessage title={t('admin.forbidden')} text={t('admin.forbidden-text')} />;
  return children;
}

/** A screen for admins, with its texts. */
export const AdminsOnly = ({ children }: { readonly children: ReactNode }) => (
  <AdminTexts>
    <Guarded>{children}</Guarded>
  </AdminTexts>
);
