import { Kbd } from '@mantine/core';
import classes from './keys.module.css';

/** The keys of a command: one, or several after each other. */
export function Keys({ keys }: { readonly keys: string }) {
  return (
    <span style={{ display: 'inline-flex', gap: 4 }}>
      {keys.split(' ').map((key, place) => (
        <Kbd key={`${place} ${key}`}>{key.length === 1 ? key.toUpperCase() : key}</Kbd>
      ))}
    </span>
  );
}

/** The key on a button that does the same. */
export const KeyHint = ({ children }: { readonly children: string }) => <Kbd className={classes.hint}>{children}</Kbd>;
