import { VisuallyHidden } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import { problemText, type Say, useT } from '../i18n';
import type { ApiProblem } from '../lib/api';

/** From here on minutes are counted. */
const fewSeconds = 90;

/** Returns why a form was refused, with the remaining time if a rate limit applies. */
export function failureText(problem: ApiProblem, t: Say): ReactNode {
  if (problem.status !== 429 || problem.mayAgainAt === null) return problemText(problem.problem, t);
  return <TryAgainIn at={problem.mayAgainAt} />;
}

/** Counts down to an instant of `performance.now()`; heard are only the first sentence and the last. */
function TryAgainIn({ at }: { readonly at: number }) {
  const t = useT();
  const secondsLeft = () => Math.max(0, Math.ceil((at - performance.now()) / 1_000));
  const [first, setFirst] = useState(secondsLeft);
  const [left, setLeft] = useState(first);

  useEffect(() => {
    setFirst(secondsLeft());
    setLeft(secondsLeft());
    const timer = setInterval(() => {
      const now = secondsLeft();
      setLeft(now);
      if (now === 0) clearInterval(timer);
    }, 1_000);
    return () => clearInterval(timer);
  }, [at]);

  const sentence = (seconds: number) =>
    seconds < fewSeconds
      ? t('try-again.seconds', { count: seconds })
      : t('try-again.minutes', { count: Math.ceil(seconds / 60) });
  if (left === 0) return t('try-again.now');
  return (
    <>
      <span aria-hidden>{sentence(left)}</span>
      <VisuallyHidden>{sentence(first)}</VisuallyHidden>
    </>
  );
}
