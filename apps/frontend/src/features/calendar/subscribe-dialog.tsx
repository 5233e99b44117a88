import { Button, Group, Switch, Text, TextInput } from '@mantine/core';
import { IconCopy, IconRefresh } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { meQuery, useMe } from '../../entities/user/users.api';
import { useT } from '../../i18n';
import { copyText } from '../../ui/copy-text';
import { Dialog } from '../../ui/dialog';
import form from '../../ui/form.module.css';
import { Muted } from '../../ui/quiet-text';
import { showProblem, showToast } from '../../ui/toast';
import { renewCalendarUrl, turnCalendarOff } from './calendar.api';

/** The address of the person's feed: to copy, to renew, to turn off. */
export function SubscribeDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useT();
  const client = useQueryClient();
  const { calendarUrl } = useMe();
  const [asTodos, setAsTodos] = useState(false);
  const [busy, setBusy] = useState(false);
  const address = calendarUrl === null ? null : asTodos ? `${calendarUrl}?todo=true` : calendarUrl;

  async function change(send: () => Promise<string | null>, done: string) {
    if (busy) return;
    setBusy(true);
    try {
      const next = await send();
      client.setQueryData(meQuery.queryKey, (me) => me && { ...me, calendarUrl: next });
      showToast({ message: done });
    } catch (error) {
      showProblem(error, t('calendar.subscribe.failed'));
    } finally {
      setBusy(false);
    }
  }
  const renew = () => change(async () => (await renewCalendarUrl()).calendarUrl, t('calendar.subscribe.renewed'));
  const turnOff = () => change(() => turnCalendarOff().then(() => null), t('calendar.subscribe.off.done'));

  const copy = (text: string) => copyText(text, t('calendar.subscribe.copied'), t('calendar.subscribe.not-copied'));

  return (
    <Dialog onClose={onClose} title={t('calendar.subscribe.title')} size={520}>
      {address === null ? (
        <div className={form.dialog}>
          <Text inherit>{t('calendar.subscribe.off.text')}</Text>
          <Group gap={8}>
            <Button onClick={renew} loading={busy}>
              {t('calendar.subscribe.on')}
            </Button>
          </Group>
        </div>
      ) : (
        <div className={form.dialog}>
          <Text inherit>{t('calendar.subscribe.text')}</Text>
          <TextInput
            label={t('calendar.subscribe.address')}
            value={address}
            readOnly
            data-autofocus
            onFocus={(event) => event.currentTarget.select()}
          />
          <Button leftSection={<IconCopy size={16} aria-hidden />} onClick={() => void copy(address)}>
            {t('calendar.subscribe.copy')}
          </Button>
          <Switch
            size="sm"
            checked={asTodos}
            onChange={(event) => setAsTodos(event.currentTarget.checked)}
            label={t('calendar.subscribe.todo')}
            description={t('calendar.subscribe.todo.help')}
          />
          <Muted>{t('calendar.subscribe.renew.help')}</Muted>
          <Group gap={8}>
            <Button
              variant="default"
              leftSection={<IconRefresh size={16} aria-hidden />}
              onClick={renew}
              disabled={busy}
            >
              {t('calendar.subscribe.renew')}
            </Button>
            <Button variant="subtle" color="gray" onClick={turnOff} disabled={busy}>
              {t('calendar.subscribe.off')}
            </Button>
          </Group>
        </div>
      )}
    </Dialog>
  );
}
