import { foldText } from '@gos/domain';
import { Fragment } from 'react';
import classes from './search.module.css';

interface Part {
  readonly text: string;
  readonly found: boolean;
}

/** Splits a snippet: the server marks words found with \u0002 and \u0003. */
export function partsOfSnippet(snippet: string): readonly Part[] {
  return snippet
    .split('\u0002')
    .flatMap((piece) => piece.split('\u0003'))
    .map((text, index) => ({ text, found: index % 2 === 1 }));
}

/** Splits a text: marks words that begin with a searched word. */
export function partsOfText(text: string, words: readonly string[]): readonly Part[] {
  return text.split(/([\p{L}\p{N}\p{M}]+)/u).map((part, index) => {
    const folded = index % 2 === 1 ? foldText(part) : '';
    return { text: part, found: folded !== '' && words.some((word) => folded.startsWith(word)) };
  });
}

export function FoundText({ parts }: { readonly parts: readonly Part[] }) {
  return parts.map(({ text, found }, index) =>
    found ? (
      <mark key={index + text} className={classes.mark}>
        {text}
      </mark>
    ) : (
      <Fragment key={index + text}>{text}</Fragment>
    ),
  );
}
