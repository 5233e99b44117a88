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
      <div className={classes.hosts}>
        {hosts.map(([host, name]) => (
          <section key={host} aria-label={name}>
            <h3 className={classes.host}>{name}</h3>
            <dl className={classes.hostFacts}>
              {parts.map((part) => (
                <div key={part}>
                  <dt>{t(`webhooks.help.${part}`)}</dt>
                  <dd>{t(`webhooks.help.${host}.${part}`)}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </details>
  );
}
