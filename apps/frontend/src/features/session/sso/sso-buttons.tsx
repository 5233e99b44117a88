import { Button, Divider } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useT } from '../../../i18n';
import { beginAddress, providersQuery } from './sso.api';

interface SsoButtonsProps {
  readonly redirectTo?: string;
  /** The code of the first person. */
  readonly setup?: string;
  /** This page stays, because something is being typed behind the sign-in. */
  readonly newTab?: boolean;
}

/** The ways to sign in at a provider; nothing where there are none, or while they are not known. */
export function SsoButtons({ redirectTo, setup, newTab = false }: SsoButtonsProps) {
  const t = useT();
  const { data } = useQuery(providersQuery);
  if (!data || data.length === 0) return null;
  return (
    <div style={{ display: 'grid', gap: 10, marginTop: 16 }}>
      <Divider label={t('login.or')} />
      {data.map(({ id, name }) => (
        <Button
          key={id}
          component="a"
          href={beginAddress(id, { redirectTo, setup })}
          {...(newTab && { target: '_blank' })}
          variant="default"
          size="md"
          fullWidth
        >
          {t('login.by', { name })}
        </Button>
      ))}
    </div>
  );
}
