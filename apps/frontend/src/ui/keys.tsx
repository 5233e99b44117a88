import { Kbd } from '@mantine/core';

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
