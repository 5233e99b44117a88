import { type ButtonProps, Group, Text } from '@mantine/core';
import { type LinkProps, useRouter } from '@tanstack/react-router';
import type { ComponentPropsWithRef, ReactNode } from 'react';
import { useT } from '../i18n';
import { SmallButton } from './buttons';
import { KeyHint } from './key-hint';

interface SendFormProps extends Omit<ComponentPropsWithRef<'form'>, 'onSubmit' | 'onKeyDown' | 'noValidate'> {
  readonly onSend: () => void;
}

/** A form that Ctrl and Enter send from each of its fields. */
export const SendForm = ({ onSend, ...props }: SendFormProps) => (
  <form
    {...props}
    noValidate
    onSubmit={(event) => {
      event.preventDefault();
      onSend();
    }}
    onKeyDown={(event) => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      onSend();
    }}
  />
);

/** The button that sends a form, with the keys that do so too. */
export const SendButton = (props: ButtonProps & ComponentPropsWithRef<'button'>) => (
  <SmallButton type="submit" aria-keyshortcuts="Control+Enter" rightSection={<KeyHint>Ctrl ↵</KeyHint>} {...props} />
);

/** Leads back to where the form was opened from. @param to where its things are listed, when it was opened by its address */
export function CancelButton({ to }: Pick<LinkProps, 'to'>) {
  const t = useT();
  const router = useRouter();
  return (
    <SmallButton
      variant="default"
      onClick={() => (router.history.canGoBack() ? router.history.back() : void router.navigate({ to }))}
    >
      {t('task.action.cancel')}
    </SmallButton>
  );
}

interface OfferProps {
  readonly text: ReactNode;
  readonly role?: 'status' | 'alert';
  readonly children?: ReactNode;
}

/** Offers something from earlier, or says that it does not exist any more. */
export const Offer = ({ text, role = 'status', children }: OfferProps) => (
  <Group gap={8} p="8px 12px" bd="1px solid var(--gos-line)" bdrs={8} role={role}>
    <Text flex={1} miw={200} fz={13} lh="inherit">
      {text}
    </Text>
    {children}
  </Group>
);

const focusable = 'input, textarea, button';

/** Focuses an invalid field after its error is visible, unless the person moved to another field meanwhile. */
export function focusFieldSoon(find: () => HTMLElement | null | undefined): void {
  const before = document.activeElement;
  setTimeout(() => {
    const { activeElement, body } = document;
    if (activeElement !== before && activeElement !== body) return;
    const field = find();
    (field?.matches(focusable) ? field : field?.querySelector<HTMLElement>(focusable))?.focus();
  });
}
