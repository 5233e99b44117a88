import { Collapse, UnstyledButton } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { type ReactNode, useId, useRef, useState } from 'react';
import { useT } from '../../../i18n';
import classes from '../../../ui/form.module.css';
import { focusFieldSoon } from '../../../ui/send-form';

/** A form with a folded part that leads to what is wrong. @param submit answers the first field that is wrong */
export function useFoldedForm(submit: () => Promise<string | null>) {
  const root = useRef<HTMLFormElement>(null);
  const id = useId();
  const [open, setOpen] = useState(false);
  const fieldNamed = (name: string) => root.current?.querySelector<HTMLElement>(`[data-field="${name}"]`);

  async function send() {
    const wrong = await submit();
    if (wrong === null) return;
    if (fieldNamed(wrong)?.closest(`[id='${id}']`)) setOpen(true);
    focusFieldSoon(() => fieldNamed(wrong));
  }

  return { root, fieldNamed, onSend: () => void send(), fold: { id, open, setOpen } };
}

interface FoldedProps {
  readonly fold: ReturnType<typeof useFoldedForm>['fold'];
  readonly children: ReactNode;
}

/** The part of a form that most do without. */
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
