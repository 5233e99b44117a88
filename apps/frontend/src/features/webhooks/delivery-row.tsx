import type { DeliveryAnswer, DeliveryStatus, WebhookAnswer } from '@gos/contract';
import { Divider, UnstyledButton } from '@mantine/core';
import { IconArrowDownLeft, IconArrowUpRight, IconChevronRight } from '@tabler/icons-react';
import { type CSSProperties, useId } from 'react';
import { MomentText } from '../../entities/task/deadline-text';
import pieces from '../../ui/pieces.module.css';
import classes from './deliveries.module.css';
import { DeliveryDetail } from './delivery-detail';
import { directionMessages, statusMessages, summaryText } from './delivery-words';
import { useWebhooksT } from './webhooks-texts';

const colours: Readonly<Record<DeliveryStatus, CSSProperties & { readonly '--dot'?: string }>> = {
  delivered: { '--dot': 'var(--gos-solved)' },
  pending: { '--dot': 'var(--gos-assigned)' },
  ignored: {},
  failed: { '--dot': 'currentcolor', color: 'var(--gos-late-text)' },
};

interface StatusMarkProps {
  readonly status: DeliveryStatus;
  /** Says more than the status. */
  readonly text?: string;
}

export function StatusMark({ status, text }: StatusMarkProps) {
  const t = useWebhooksT();
  return (
    <span className={classes.status} style={colours[status]}>
      {text ?? t(statusMessages[status])}
    </span>
  );
}

interface DeliveryRowProps {
  readonly webhook: WebhookAnswer;
  readonly delivery: DeliveryAnswer;
  readonly open: boolean;
  readonly onToggle: () => void;
}

/** A delivery in one line, which opens below it. */
export function DeliveryRow({ webhook, delivery, open, onToggle }: DeliveryRowProps) {
  const t = useWebhooksT();
  const id = useId();
  const { direction, type, at, status } = delivery;
  const Icon = direction === 'in' ? IconArrowDownLeft : IconArrowUpRight;
  return (
    <li>
      <UnstyledButton className={classes.line} aria-expanded={open} aria-controls={id} onClick={onToggle}>
        <IconChevronRight size={14} stroke={1.75} aria-hidden />
        <Icon size={16} stroke={1.75} aria-hidden />
        <span className={pieces.hidden}>{t(directionMessages[direction])}</span>
        <span className={`${pieces.word} ${classes.type}`}>{type}</span>
        <span className={`${pieces.word} ${classes.summary}`}>{summaryText(t, delivery)}</span>
        <StatusMark status={status} />
        <span className={classes.time}>
          <MomentText at={at} />
        </span>
      </UnstyledButton>
      <div id={id}>{open && <DeliveryDetail webhook={webhook} delivery={delivery} />}</div>
      <Divider color="var(--gos-faint-line)" />
    </li>
  );
}
