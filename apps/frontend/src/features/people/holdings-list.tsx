import type { HoldingsAnswer } from '@gos/contract';
import pieces from '../../ui/pieces.module.css';
import classes from './people.module.css';
import { usePeopleT } from './people-texts';
import { SmallNote } from './person-section';

const kinds = ['contractorOf', 'solverOf', 'repeatedTasks', 'boards', 'webhooks'] as const;

/** Whether there is any work that somebody else can take over. */
export const isHolding = (holdings: HoldingsAnswer) => kinds.some((kind) => holdings[kind].count > 0);

function Held({ label, held }: { readonly label: string; readonly held: HoldingsAnswer['projects'] }) {
  const t = usePeopleT();
  const more = held.count - held.items.length;
  return (
    <li>
      <span>
        {label} <b>{held.count}</b>
      </span>
      <SmallNote span>
        {held.items.map(({ name }) => name).join(', ')} {more > 0 && t('leave.holds.more', { count: more })}
      </SmallNote>
    </li>
  );
}

/** How many parts of each kind somebody has, with the names of the first. */
export function HoldingsList({ holdings }: { readonly holdings: HoldingsAnswer }) {
  const t = usePeopleT();
  const { managed, projects } = holdings;
  if (!isHolding(holdings) && projects.count === 0) return <p className={pieces.nothing}>{t('leave.holds.nothing')}</p>;
  return (
    <ul className={`${pieces.list} ${classes.holdings}`} aria-label={t('leave.holds')}>
      {kinds.map((kind) => {
        const { [kind]: held } = holdings;
        return held.count > 0 && <Held key={kind} label={t(`leave.holds.${kind}`)} held={held} />;
      })}
      {managed.length > 0 && (
        <Held label={t('leave.managed')} held={{ count: managed.length, items: managed.slice(0, 5) }} />
      )}
      {projects.count > 0 && <Held label={t('leave.projects')} held={projects} />}
    </ul>
  );
}
