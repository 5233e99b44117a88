import { ActionIcon } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useT } from '../../i18n';

/** Leads from a part of a project to where its boards are. */
export function BackLink({ to }: { readonly to: string }) {
  const t = useT();
  return (
    <ActionIcon component={Link} to={to} size={30} ml={-6} aria-label={t('board.back')} title={t('board.back')}>
      <IconArrowLeft size={18} stroke={1.75} aria-hidden />
    </ActionIcon>
  );
}
