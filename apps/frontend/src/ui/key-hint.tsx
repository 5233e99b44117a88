import { Kbd } from '@mantine/core';
import classes from './key-hint.module.css';

/** The key on a button that does the same. */
export const KeyHint = ({ children }: { readonly children: string }) => <Kbd className={classes.hint}>{children}</Kbd>;
