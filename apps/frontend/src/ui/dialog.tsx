import { Modal, type ModalProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { useT } from '../i18n';
import { useFocusReturn } from '../lib/use-focus-return';
import classes from './dialog.module.css';

type DialogProps = Omit<ModalProps, 'opened' | 'closeButtonProps'> & { readonly title: ReactNode };

/** Exists only while it is open; the focus goes back to where it came from. */
export function Dialog(props: DialogProps) {
  useFocusReturn();
  const t = useT();
  return <Modal {...props} opened closeButtonProps={{ 'aria-label': t('app.close') }} />;
}

/** The buttons at the end of a dialog. */
export const DialogAnswers = ({ children }: { readonly children: ReactNode }) => (
  <div className={classes.answers}>{children}</div>
);
