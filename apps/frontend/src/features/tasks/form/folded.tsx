import { Collapse, UnstyledButton } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { type ReactNode, useId, useState } from 'react';
import { useT } from '../../../i18n';
import classes from '../../../ui/form.module.css';

/** A folded part of a form, which opens when a field in it is wrong. */
export function useFold() {
  const id = useId();
  const [open, setOpen] = useState(false);
  const onWrong = (field: HTMLElement) => field.closest(`[id='${id}']`) && setOpen(true);
  return { id, open, setOpen, onWrong };
}

interface FoldedProps {
  readonly fold: ReturnType<typeof useFold>;
  readonly children: ReactNode;
}

/** The part of a form that most people leave empty. */
export function Folded({ fold: { id, open, setOpen }, children }: FoldedProps) {
  const t = useT();
  return (
    <>
      <UnstyledButton
        className={classes.moreButton}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        <IconChevronRight size={15} stroke={1.75} data-open={open || undefined} aria-hidden />
        {t('task.new.more')}
      </UnstyledButton>
      <Collapse expanded={open} id={id}>
        {children}
      </Collapse>
    </>
  );
}
