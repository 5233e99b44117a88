import { Box, Group, Input, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Avatar } from '../../entities/user/avatar';
import { meQuery, putAvatar, removeAvatar, useMe, userKeys } from '../../entities/user/users.api';
import { problemText } from '../../i18n';
import { ApiProblem } from '../../lib/api';
import { imageTypes } from '../../lib/images';
import { giveFocusBack } from '../../lib/use-focus-return';
import { ChipButton } from '../../ui/buttons';
import { showToast } from '../../ui/toast';
import { useProfileT } from './profile-texts';
import { NoPicture, squarePicture } from './square-picture';

type Doing = 'saving' | 'removing';

/** Shows the person's name, and the picture that others see. */
export function MyPicture() {
  const t = useProfileT();
  const me = useMe();
  const client = useQueryClient();
  const chooser = useRef<HTMLInputElement>(null);
  const choose = useRef<HTMLButtonElement>(null);
  const [doing, setDoing] = useState<Doing | null>(null);
  const [problem, setProblem] = useState<string | null>(null);

  const why = (error: unknown) => (error instanceof ApiProblem ? ` ${problemText(error.problem, t)}` : '');

  async function change(what: Doing, send: () => Promise<unknown>) {
    if (doing) return;
    setDoing(what);
    setProblem(null);
    try {
      await send();
      await Promise.all([
        client.invalidateQueries({ queryKey: userKeys.all }),
        client.invalidateQueries({ queryKey: meQuery.queryKey, exact: true }),
      ]);
      showToast({ message: t(what === 'saving' ? 'profile.picture.saved' : 'profile.picture.removed') });
    } catch (error) {
      const failure = what === 'saving' ? 'profile.picture.failure' : 'profile.picture.remove.failure';
      setProblem(error instanceof NoPicture ? t('avatar.picture') : `${t(failure)}${why(error)}`);
    } finally {
      setDoing(null);
      // A busy button loses it.
      giveFocusBack(() => choose.current);
    }
  }

  return (
    <Group wrap="nowrap" gap={14} mb={6}>
      <Avatar person={me} size={72} decorative />
      <Box miw={0}>
        <Text inherit fw={600} style={{ overflowWrap: 'anywhere' }}>
          {me.name}
        </Text>
        <Text inherit fz={12.5} c="dimmed">
          {[t(`people.role.${me.role}`), ...me.positions.map((position) => position.name)].join(' · ')}
        </Text>
        <Group gap={6} mt={8}>
          <ChipButton
            ref={choose}
            variant="default"
            loading={doing === 'saving'}
            disabled={doing === 'removing'}
            onClick={() => chooser.current?.click()}
          >
            {t(me.avatarUrl === null ? 'profile.picture.choose' : 'profile.picture.change')}
          </ChipButton>
          {me.avatarUrl !== null && (
            <ChipButton
              variant="subtle"
              loading={doing === 'removing'}
              disabled={doing === 'saving'}
              aria-label={t('profile.picture.remove-it')}
              onClick={() => void change('removing', removeAvatar)}
            >
              {t('profile.picture.remove')}
            </ChipButton>
          )}
        </Group>
        {problem !== null && (
          <Input.Error role="alert" mt={6}>
            {problem}
          </Input.Error>
        )}
      </Box>
      <input
        ref={chooser}
        type="file"
        accept={imageTypes.join()}
        hidden
        aria-label={t('profile.picture.choose')}
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? [];
          // The same file may be chosen again.
          event.currentTarget.value = '';
          if (file) void change('saving', async () => putAvatar(await squarePicture(file)));
        }}
      />
    </Group>
  );
}
