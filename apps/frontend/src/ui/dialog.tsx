import { Modal, type ModalProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { useT } from '../i18n';
import { useFocusReturn } from '../lib/use-focus-return';
import { SmallButton } from './buttons';
import classes from './dialog.module.css';

type DialogProps = Omit<ModalProps, 'opened' | 'closeButtonProps'> & { readonly title: ReactNode };

/** Exists only while it is open; the focus goes back to where it came from. */
export function Dialog(props: DialogProps) {
  useFocusReturn();
  const t = useT();
  return <Modal {...props} opened closeButtonProps={{ 'aria-label': t('app.close') }} />;
}

/** The answers to what a dialog asks, at its end. */
export const DialogAnswers = ({ children }: { readonly children: ReactNode }) => (
  <div className={classes.answers}>{children}</div>
);

interface AskDialogProps {
  readonly title: string;
  readonly text: string;
  readonly answer: string;
  /** The answer cannot be taken back. */
  readonly final?: boolean;
  readonly busy?: boolean;
  readonly onAnswer: () => void;
  readonly onClose: () => void;
}

/** Asked before something is done. */
export function AskDialog({ title, text, answer, final = true, busy = false, onAnswer, onClose }: AskDialogProps) {
  const t = useT();
  return (
    <Dialog title={title} onClose={onClose}>
      <p className={classes.text}>{text}</p>
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
