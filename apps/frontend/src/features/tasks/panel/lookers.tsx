import type { PersonRef, Watched } from '@gos/contract';
import { Box, Tooltip } from '@mantine/core';
import { useEffect } from 'react';
import { useIntl } from 'react-intl';
import { AvatarGroup } from '../../../entities/user/avatar';
import { usePersonName } from '../../../entities/user/person-name';
import { useReader } from '../../../entities/user/use-reader';
import { useT } from '../../../i18n';
import { announce } from '../../../lib/announce';
import { live, useConnected } from '../../../lib/live';
import { useStateUnder } from '../../../lib/use-derived-state';
import pieces from '../../../ui/pieces.module.css';

const nobody: readonly PersonRef[] = [];

/** Returns the people who have a document open now, including the reader; nobody while there is no connection. */
function useWatchers(model: Watched['model'], id: number): readonly PersonRef[] {
  const connected = useConnected();
  const [present, setPresent] = useStateUnder(`${model}-${id}`, nobody);
  useEffect(() => live.watch(model, id, ({ users }) => setPresent(users)), [model, id, setPresent]);
  return connected ? present : nobody;
}

/** Other people who have the task open. */
export function Lookers({ taskId }: { readonly taskId: number }) {
  const t = useT();
  const nameOf = usePersonName();
  const intl = useIntl();
  const reader = useReader();
  const others = useWatchers('task', taskId).filter(({ id }) => id !== reader.id);
  const names = intl.formatList(others.map(nameOf));
  const said = names === '' ? '' : t('task.lookers', { count: others.length, names });
  useEffect(() => {
    if (said !== '') announce(said);
  }, [said]);
  if (others.length === 0) return null;
  return (
    <Tooltip label={said}>
      <Box
        component="span"
        role="group"
        aria-label={said}
        className={pieces.arrives}
        display="inline-flex"
        flex="none"
        px={4}
      >
        <AvatarGroup people={others} size={22} most={4} />
      </Box>
    </Tooltip>
  );
}
