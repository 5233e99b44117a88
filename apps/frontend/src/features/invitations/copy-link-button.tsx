import { useState } from 'react';
import { SmallButton } from '../../ui/buttons';
import { copyText } from '../../ui/copy-text';
import { showProblem } from '../../ui/toast';
import { linkOf } from './invitations.api';
import { useInvitationsT } from './invitations-texts';

interface CopyLinkButtonProps {
  /** of the invitation */
  readonly id: string;
  readonly email: string;
}

/** Puts the link of an invitation into the clipboard, for an admin who passes it on. */
export function CopyLinkButton({ id, email }: CopyLinkButtonProps) {
  const t = useInvitationsT();
  const [busy, setBusy] = useState(false);
  const copy = async () => {
    setBusy(true);
    try {
      // The address at which the admin uses Gos reaches it.
      const { pathname, search } = new URL((await linkOf(id)).link);
      const link = `${window.location.origin}${pathname}${search}`;
      await copyText(link, t('invitations.copied'), t('invitations.copy.failed', { link }));
    } catch (error) {
      showProblem(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <SmallButton
      variant="default"
      disabled={busy}
      aria-label={t('invitations.copy-of', { email })}
      onClick={() => void copy()}
    >
      {t('invitations.copy')}
    </SmallButton>
  );
}
