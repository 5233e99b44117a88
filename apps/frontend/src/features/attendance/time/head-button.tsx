import { ActionIcon } from '@mantine/core';
import type { ReactElement } from 'react';
import { SmallButton } from '../../../ui/buttons';
import { KeyHint } from '../../../ui/key-hint';
import { usePhone } from '../../../ui/use-phone';

interface HeadButtonProps {
  readonly icon: ReactElement;
  readonly label: string;
  readonly hint?: string;
  readonly main?: boolean;
  readonly busy?: boolean;
  readonly onClick: () => void;
}

/** A button next to a screen's title; a phone shows only its icon. */
export function HeadButton({ icon, label, hint, main = false, busy, onClick }: HeadButtonProps) {
  const phone = usePhone();
  const variant = main ? 'filled' : 'default';
  if (phone) {
    return (
      <ActionIcon
        variant={variant}
        color={main ? 'accent' : undefined}
        size={36}
        aria-label={label}
        title={label}
        loading={busy}
        onClick={onClick}
      >
        {icon}
      </ActionIcon>
    );
  }
  return (
    <SmallButton
      variant={variant}
      leftSection={icon}
      rightSection={hint && <KeyHint>{hint}</KeyHint>}
      aria-keyshortcuts={hint?.toLowerCase()}
      loading={busy}
      onClick={onClick}
    >
      {label}
    </SmallButton>
  );
}
