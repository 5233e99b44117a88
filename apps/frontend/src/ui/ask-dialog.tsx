import type { ReactNode } from 'react';
import { useT } from '../i18n';
import { SmallButton } from './buttons';
import { Dialog, DialogAnswers } from './dialog';
import classes from './dialog.module.css';

interface AskDialogProps {
  readonly title: string;
  readonly text: string;
  readonly answer: string;
  /** The answer cannot be taken back. */
  readonly final?: boolean;
  readonly busy?: boolean;
  /** Shown below the text: a choice that goes with the answer. */
  readonly children?: ReactNode;
  readonly onAnswer: () => void;
  readonly onClose: () => void;
}

/** Confirms an action before it runs. */
export function AskDialog(props: AskDialogProps) {
  const { title, text, answer, final = true, busy = false, children, onAnswer, onClose } = props;
  const t = useT();
  return (
    <Dialog title={title} onClose={onClose}>
      <p className={classes.text}>{text}</p>
      {children}
      <DialogAnswers>
        <SmallButton variant="default" onClick={onClose}>
          {t('task.action.cancel')}
        </SmallButton>
        <SmallButton color={final ? 'red' : undefined} data-autofocus onClick={onAnswer} loading={busy}>
          {answer}
        </SmallButton>
      </DialogAnswers>
    </Dialog>
  );
}
