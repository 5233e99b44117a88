import { useEffect, useSyncExternalStore } from 'react';

/** Something that can be done now, from the palette or by a key. */
export interface PaletteCommand {
  readonly id: string;
  readonly label: string;
  /** One key such as `c`, or two after each other such as `g t`; without one only the palette has it. */
  readonly key?: string;
  readonly group?: string;
  readonly run: () => void;
}

const registered = new Map<symbol, readonly PaletteCommand[]>();
const watchers = new Set<() => void>();
let all: readonly PaletteCommand[] = [];

function update() {
  all = [...registered.values()].flat();
  for (const watcher of watchers) watcher();
}

/** Offers commands while the component is there; the array should be kept by useMemo. */
export function useCommands(commands: readonly PaletteCommand[]): void {
  useEffect(() => {
    const owner = Symbol('commands');
    registered.set(owner, commands);
    update();
    return () => {
      registered.delete(owner);
      update();
    };
  }, [commands]);
}

function subscribe(watcher: () => void) {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

export function useRegisteredCommands(): readonly PaletteCommand[] {
  return useSyncExternalStore(subscribe, () => all);
}

const typing =
  'input:not([type="checkbox"]), textarea, select, [contenteditable="true"], [role="listbox"], [role="menu"], [role="combobox"]';

function meantForScreen(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return false;
  if (event.target instanceof Element && event.target.closest(typing)) return false;
  return document.querySelector('[aria-modal="true"]') === null;
}

const sequenceMs = 1_200;

/** Runs commands by their keys; never while typing or in a dialog. The latest that claims a key has it. */
export function useCommandKeys(): void {
  useEffect(() => {
    let first: { key: string; at: number } | null = null;
    const listener = (event: KeyboardEvent) => {
      if (!meantForScreen(event) || event.repeat) return;
      const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
      const sequence = first && Date.now() - first.at < sequenceMs ? `${first.key} ${key}` : null;
      const found =
        all.findLast((command) => command.key === sequence) ?? all.findLast((command) => command.key === key);
      const begins = all.some((command) => command.key?.startsWith(`${key} `));
      first = begins ? { key, at: Date.now() } : null;
      if (!found) return;
      event.preventDefault();
      found.run();
    };
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
}
