import { Group, Input, Stack, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { FormattedDate, FormattedNumber } from 'react-intl';
import { useT } from '../../i18n';
import { serverNow } from '../../lib/server-clock';
import { AuthPage } from '../../ui/auth-page';

const Sample = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <Group justify="space-between" wrap="nowrap" gap={16}>
    <Text component="dt" inherit c="dimmed">
      {name}
    </Text>
    <Text component="dd" inherit m={0} ta="right">
      {children}
    </Text>
  </Group>
);

/** Shows how the interface changes with its language; the language menu is below, as on every screen before the sign-in. */
export function ExampleScreen() {
  const t = useT();
  const [count, setCount] = useState(5);
  return (
    <AuthPage title={t('example.title')}>
      <Text inherit c="dimmed" mb={16}>
        {t('example.text')}
      </Text>
      <Group component="label" justify="space-between" wrap="nowrap" gap={12}>
        {t('example.count')}
        <Input
          type="number"
          min={0}
          max={999}
          value={count}
          w={96}
          onChange={(event) => setCount(event.currentTarget.valueAsNumber || 0)}
        />
      </Group>
      <Stack component="dl" gap={8} m="16px 0 20px">
        <Sample name={t('example.plural')}>{t('example.tasks', { count })}</Sample>
        <Sample name={t('example.date')}>
          <FormattedDate value={serverNow()} dateStyle="full" />
        </Sample>
        <Sample name={t('example.number')}>
          <FormattedNumber value={1_234_567.89} />
        </Sample>
      </Stack>
    </AuthPage>
  );
}
