import { Text, TextInput, type TextInputProps } from '@mantine/core';
import { currency } from '../lib/installation';

/** A text field of an amount in the installation's currency. */
export const MoneyInput = (props: TextInputProps) => (
  <TextInput
    inputMode="decimal"
    rightSectionWidth={52}
    rightSection={
      <Text span c="dimmed" fz={11.5}>
        {currency()}
      </Text>
    }
    {...props}
  />
);
