import { useEffect, useSyncExternalStore } from 'react';
import { keyOf } from './key-of';
import { isForScreen } from './screen-keys';

/** Something that can be done now, from the palette or by a key. */
export interface PaletteCommand {
  readonly id: string;
  readonly label: string;
  /** One key such as `c`, or two after each other such as `g t`; without one only the palette has it. */
  readonly key?: string;
  readonly group?: string;
  /** Sorts the command first, because it concerns the open item or the running work. */
  readonly first?: boolean;
  readonly run: () => void;
}

/** The key of what cannot be done now. */
interface RefusedKey {
  readonly key: string;
  /** The sentence that says why. */
  readonly refusal: string;
}

export type KeyedCommand = PaletteCommand | RefusedKey;

const isRefused = (command: KeyedCommand): command is RefusedKey => 'refusal' in command;

const registered = new Map<symbol, readonly KeyedCommand[]>();
const watchers = new Set<() => void>();
let all: readonly KeyedCommand[] = [];
let offered: readonly PaletteCommand[] = [];

function update() {
  all = [...registered.values()].flat();
  const may = all.filter((command): command is PaletteCommand => !isRefused(command));
  offered = [...may.filter(({ first }) => first), ...may.filter(({ first }) => !first)];
  for (const watcher of watchers) watcher();
}

/** Offers commands while the component is there; the array should be kept by useMemo. */
export function useCommands(commands: readonly KeyedCommand[]): void {
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
  return useSyncExternalStore(subscribe, () => offered);
}

const sequenceMs = 1_200;
/** A person who missed that a key was refused keeps typing, mostly a name; a pause of this length ends it. */
const swallowMs = 1_500;

/** Runs commands by their keys; never while typing or in a dialog. The latest that claims a key has it. */
export function useCommandKeys(onRefused: (why: string) => void): void {
  useEffect(() => {
    let first: { key: string; at: number } | null = null;
    let swallowUntil = 0;
    const listener = (event: KeyboardEvent) => {
      if (!isForScreen(event) || event.repeat) return;
      const key = keyOf(event);
      const sequence = first && event.timeStamp - first.at < sequenceMs ? `${first.key} ${key}` : null;
      const found =
        all.findLast((command) => command.key === sequence) ?? all.findLast((command) => command.key === key);
      const begins = all.some((command) => command.key?.startsWith(`${key} `));
      // The time of the press: a busy page handles keys later than they were pressed.
      first = begins ? { key, at: event.timeStamp } : null;
      if (!found) return;
      event.preventDefault();
      if (!isRefused(found)) return found.run();
      swallowUntil = Date.now() + swallowMs;
      onRefused(found.refusal);
    };
    /** Before anybody else hears of the key. */
    const swallow = (event: KeyboardEvent) => {
      if (Date.now() >= swallowUntil) return;
      if (event.key === 'Escape' || event.key === 'Tab' || !isForScreen(event)) {
        swallowUntil = 0;
        return;
      }
      event.preventDefault();
      event.stopImmediatePropagation();
      swallowUntil = Date.now() + swallowMs;
    };
    window.addEventListener('keydown', swallow, true);
    document.addEventListener('keydown', listener);
    return () => {
      window.removeEventListener('keydown', swallow, true);
      document.removeEventListener('keydown', listener);
    };
  }, [onRefused]);
}
