import { Box, Title } from '@mantine/core';
import { Fact } from '../../ui/fact';
import classes from './webhooks.module.css';
import { useWebhooksT } from './webhooks-texts';

const hosts = [
  ['github', 'GitHub'],
  ['gitlab', 'GitLab'],
  ['gitea', 'Gitea, Forgejo'],
  ['standard', 'Standard Webhooks'],
] as const;
const parts = ['where', 'secret', 'events'] as const;

/** Where url and secret are put in the other systems; folded. */
export function SetupHelp() {
  const t = useWebhooksT();
  return (
    <details className={classes.details}>
      <summary>{t('webhooks.help')}</summary>
      <Box className={classes.pair} pt={12} style={{ gap: '16px 32px' }}>
        {hosts.map(([host, name]) => (
          <section key={host} aria-label={name}>
            <Title order={3} fz={13.5} fw={600} lh="inherit" mb={4}>
              {name}
            </Title>
            <Box component="dl" fz={13} className={classes.pairs} data-host>
              {parts.map((part) => (
                <Fact key={part} label={t(`webhooks.help.${part}`)}>
                  {t(`webhooks.help.${host}.${part}`)}
                </Fact>
              ))}
            </Box>
          </section>
        ))}
      </Box>
    </details>
  );
}
