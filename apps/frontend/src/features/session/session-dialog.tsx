import { Modal } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { showToast } from '../../components/toast';
import { useT } from '../../i18n';
import { onSessionEnded } from '../../lib/api';
import { LoginForm } from './login-form';
import { meQuery, useMe } from './session.api';

/** The session ended under somebody's hands: they sign in over the screen, and what waited is sent again. */
export function SessionDialog() {
  const t = useT();
  const me = useMe();
  const client = useQueryClient();
  const [open, setOpen] = useState(false);
  const waiting = useRef<(() => void)[]>([]);

  useEffect(() => {
    onSessionEnded(
      () =>
        new Promise((resolve) => {
          waiting.current.push(resolve);
          setOpen(true);
        }),
    );
  }, []);

  function done({ id }: { readonly id: number }) {
    if (id !== me.id) {
      // What one person typed is not sent in another's name.
      showToast({ message: t('login.ended.other') });
      window.location.reload();
      return;
    }
    setOpen(false);
    for (const resolve of waiting.current.splice(0)) resolve();
    void client.invalidateQueries({ queryKey: meQuery.queryKey });
  }

  return (
    <Modal
      opened={open}
      onClose={() => undefined}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      title={t('login.ended.title')}
    >
      <p style={{ marginTop: 0, color: 'var(--gos-muted)' }}>{t('login.ended.text')}</p>
      {open && <LoginForm onDone={done} email={me.email ?? ''} />}
    </Modal>
  );
}
