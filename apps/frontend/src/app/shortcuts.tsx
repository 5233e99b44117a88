import { type MessageId, useT } from '../i18n';
import { useRegisteredCommands } from '../lib/commands';
import { Dialog } from '../ui/dialog';
import { Keys } from '../ui/keys';
import classes from './shortcuts.module.css';

type Shortcut = readonly [label: MessageId, keys: string];

const arrows = '← ↑ → ↓';

const everywhere: readonly Shortcut[] = [
  ['shortcuts.palette', 'Ctrl K'],
  ['shortcuts.undo', 'Ctrl Z'],
];

/** Keys that depend on what has the focus, by where that is. */
const places: readonly { readonly title: MessageId; readonly shortcuts: readonly Shortcut[] }[] = [
  {
    title: 'shortcuts.in.list',
    shortcuts: [
      ['shortcuts.list', 'j k'],
      ['shortcuts.open', 'Enter'],
      ['shortcuts.select-more', 'Shift j k'],
      ['shortcuts.select-all', 'Ctrl A'],
      ['shortcuts.select-none', 'Esc'],
      ['shortcuts.row-menu', 'Shift F10'],
    ],
  },
  {
    title: 'shortcuts.in.boards',
    shortcuts: [
      ['shortcuts.lift', 'Space'],
      ['shortcuts.carry', arrows],
      ['shortcuts.carry-far', 'Home End'],
      ['shortcuts.put-down', 'Enter'],
      ['shortcuts.put-back', 'Esc'],
    ],
  },
  {
    title: 'shortcuts.in.graph',
    shortcuts: [
      ['shortcuts.neighbour', arrows],
      ['shortcuts.first-last', 'Home End'],
      ['shortcuts.open', 'Enter'],
      ['shortcuts.graph-add', 'n'],
      ['shortcuts.graph-predecessor', 'p'],
      ['shortcuts.node-menu', 'm'],
      ['shortcuts.disconnect', 'Del'],
    ],
  },
  {
    title: 'shortcuts.in.calendar',
    shortcuts: [
      ['shortcuts.day', arrows],
      ['shortcuts.lift-entry', 'Space'],
      ['shortcuts.carry-month', 'PgUp PgDn'],
      ['shortcuts.put-down', 'Enter'],
      ['shortcuts.put-back', 'Esc'],
    ],
  },
  {
    title: 'nav.worked-day',
    shortcuts: [
      ['shortcuts.lift-entry', 'Space'],
      ['shortcuts.time', '↑ ↓'],
      ['shortcuts.time-end', 'Shift ↑ ↓'],
      ['shortcuts.time-begin', 'Alt ↑ ↓'],
      ['shortcuts.put-down', 'Enter'],
      ['shortcuts.put-back', 'Esc'],
    ],
  },
];

interface SectionProps {
  readonly title: string;
  readonly rows: readonly { readonly id: string; readonly label: string; readonly keys: string }[];
}

function Section({ title, rows }: SectionProps) {
  return (
    <section className={classes.section} aria-label={title}>
      <h3>{title}</h3>
      <dl>
        {rows.map(({ id, label, keys }) => (
          <div key={id}>
            <dt>{label}</dt>
            <dd>
              <Keys keys={keys} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** The keys that do something here and now, then those of every place that has its own. */
export function Shortcuts({ onClose }: { readonly onClose: () => void }) {
  const t = useT();
  const commands = useRegisteredCommands().flatMap(({ id, label, key }) =>
    key === undefined ? [] : [{ id, label, keys: key }],
  );
  const said = (shortcuts: readonly Shortcut[]) =>
    shortcuts.map(([label, keys]) => ({
      id: label,
      label: t(label),
      keys: keys === 'Space' ? t('shortcuts.key.space') : keys,
    }));
  return (
    <Dialog onClose={onClose} title={t('shortcuts.title')} size={760}>
      <div className={classes.columns}>
        <Section title={t('shortcuts.in.here')} rows={[...said(everywhere), ...commands]} />
        {places.map(({ title, shortcuts }) => (
          <Section key={title} title={t(title)} rows={said(shortcuts)} />
        ))}
      </div>
    </Dialog>
  );
}
