import { IconArrowBackUp } from '@tabler/icons-react';
import { useState } from 'react';
import { useMe } from '../../entities/user/users.api';
import { SmallButton } from '../../ui/buttons';
import { usePhone } from '../../ui/use-phone';
import type { ActivityAddress } from './activity-address';
import { useActivityT } from './activity-texts';
import { UndoRangeDialog } from './undo-range-dialog';

/** Opens the undo of the actions that the filters show, for admins. */
export function UndoRangeButton({ address }: { readonly address: ActivityAddress }) {
  const t = useActivityT();
  const phone = usePhone();
  const { role } = useMe();
  const [isOpen, setOpen] = useState(false);
  if (role !== 'admin') return null;
  return (
    <>
      <SmallButton
        variant="default"
        px={phone ? 8 : undefined}
        leftSection={phone ? undefined : <IconArrowBackUp size={15} stroke={1.75} aria-hidden />}
        aria-label={t('activity.undo')}
        onClick={() => setOpen(true)}
      >
        {phone ? <IconArrowBackUp size={16} stroke={1.75} aria-hidden /> : t('activity.undo')}
      </SmallButton>
      {isOpen && <UndoRangeDialog address={address} onClose={() => setOpen(false)} />}
    </>
  );
}
