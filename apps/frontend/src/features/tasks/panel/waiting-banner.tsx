import type { RefusalCode, TaskAction } from '@gos/domain';
import { Box, Button, Group, Text, Tooltip } from '@mantine/core';
import { IconArrowBackUp, IconCheck, IconStar } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { outcomeMessages } from '../../../entities/task/field-value';
import { StateRing, toneOf } from '../../../entities/task/state-ring';
import { usePersonName } from '../../../entities/user/person-name';
import { useReader } from '../../../entities/user/use-reader';
import { useT } from '../../../i18n';
import { SmallButton } from '../../../ui/buttons';
import { KeyHint } from '../../../ui/key-hint';
import pieces from '../../../ui/pieces.module.css';
import { classes } from './panel-classes';
import { usePanelTask } from './panel-task';
import { useLastReturn } from './use-activity';

interface Waiting {
  readonly sentence: ReactNode;
  readonly text?: string | null;
}

/** Returns the other side's last step if it is the reader's turn. */
function useWaiting(): Waiting | null {
  const t = useT();
  const nameOf = usePersonName();
  const { task } = usePanelTask();
  const reader = useReader();
  const solver = task.solver ? nameOf(task.solver) : '';
  const mine = task.solver?.id === reader.id;
  const gave = task.contractor.id === reader.id;
  const returned = useLastReturn(task.id, task.state === 'returned' && mine);
  if (task.state === 'fulfilled' && task.can.accept === true) {
    const sentence = gave
      ? t('task.banner.fulfilled', { name: solver })
      : t('task.banner.fulfilled-for', { name: solver, contractor: nameOf(task.contractor) });
    return { sentence, text: task.result };
  }
  if (task.state === 'fulfilled' && mine) {
    return { sentence: t('task.banner.handed-over', { name: nameOf(task.contractor) }) };
  }
  if (task.state === 'returned' && mine) {
    return {
      sentence: t('task.banner.returned', { name: nameOf(returned?.by ?? task.contractor) }),
      text: returned?.text ?? null,
    };
  }
  if (mine && task.waiting) return { sentence: t('task.banner.waiting') };
  if (task.state === 'assigned' && mine && !gave) {
    return { sentence: t('task.banner.assigned', { name: nameOf(task.contractor) }) };
  }
  if (task.state === 'created' && task.can.assign === true) return { sentence: t('task.banner.no-solver') };
  if (task.state === 'solved' && task.outcome !== null) {
    return { sentence: t('task.banner.solved', { outcome: t(outcomeMessages[task.outcome]) }), text: task.reservation };
  }
  return null;
}

interface ActionButtonProps {
  readonly action: TaskAction;
  readonly label: string;
  readonly keyName?: string;
  readonly icon?: ReactNode;
  readonly main?: boolean;
  readonly onClick: () => void;
}

/** An action that is not possible now stays visible and says why. */
function ActionButton({ action, label, keyName, icon, main = false, onClick }: ActionButtonProps) {
  const t = useT();
  const { task } = usePanelTask();
  const allowed = task.can[action];
  const button = (
    <SmallButton
      variant={main ? 'filled' : 'default'}
      leftSection={icon}
      rightSection={keyName && <KeyHint>{keyName}</KeyHint>}
      aria-keyshortcuts={keyName}
      data-disabled={allowed !== true || undefined}
      aria-disabled={allowed !== true || undefined}
      onClick={(event) => (allowed === true ? onClick() : event.preventDefault())}
    >
      {label}
    </SmallButton>
  );
  return allowed === true ? button : <Tooltip label={t(allowed as RefusalCode)}>{button}</Tooltip>;
}

/** Accepts at once; the part next to it opens rating, comment and cost reduction. */
function AcceptButtons() {
  const t = useT();
  const { actions, ask } = usePanelTask();
  const label = t('task.action.accept-with-rating');
  return (
    <Button.Group>
      <ActionButton
        action="accept"
        main
        label={t('task.action.accept')}
        icon={<IconCheck size={15} stroke={2} />}
        onClick={() => void actions.run({ type: 'accept', body: {} })}
      />
      <Tooltip label={t('task.action.accept-with-rating.help')}>
        <SmallButton variant="filled" aria-label={label} aria-keyshortcuts="A" onClick={() => ask('accept')}>
          <IconStar size={15} stroke={2} aria-hidden />
        </SmallButton>
      </Tooltip>
    </Button.Group>
  );
}

export function WaitingBanner() {
  const t = useT();
  const { task, ask, past } = usePanelTask();
  const reader = useReader();
  const waiting = useWaiting();
  if (past) return null;
  const mine = task.solver?.id === reader.id;
  const completes = mine && (task.state === 'assigned' || task.state === 'returned') && task.type !== 'continuous';
  const decides = task.state === 'fulfilled' && task.can.accept === true;
  const restores = task.state === 'solved' && task.can.restore === true;
  return (
    <>
      {waiting && (
        <div className={classes.banner} data-state={task.state} style={toneOf(task.state)}>
          <StateRing state={task.state} />
          <Text inherit miw={0} className={pieces.typed}>
            <Box component="strong" fw={600}>
              {waiting.sentence}
            </Box>
            {waiting.text && (
              <Box component="q" ml={4} c="dimmed">
                {waiting.text}
              </Box>
            )}
          </Text>
        </div>
      )}
      {(completes || decides || restores) && (
        <Group gap={8} mt={10} className={classes.answers}>
          {decides && (
            <>
              <AcceptButtons />
              <ActionButton
                action="accept"
                label={t('task.action.reservation')}
                keyName="W"
                onClick={() => ask('reservation')}
              />
              <ActionButton
                action="return"
                label={t('task.action.return')}
                keyName="R"
                icon={<IconArrowBackUp size={15} stroke={1.75} />}
                onClick={() => ask('return')}
              />
            </>
          )}
          {completes && (
            <ActionButton
              action="complete"
              main
              label={t('task.action.complete')}
              keyName="D"
              icon={<IconCheck size={15} stroke={2} />}
              onClick={() => ask('complete')}
            />
          )}
          {restores && (
            <ActionButton action="restore" label={t('task.action.restore')} onClick={() => ask('restore')} />
          )}
        </Group>
      )}
    </>
  );
}
