import { useRef } from 'react';
import { ApiProblem, isAnswer } from './api';
import { randomId } from './random-id';

type Keyed = <T>(what: unknown, send: (idempotencyKey: string) => Promise<T>) => Promise<T>;

/** Sends changes with keys: the same thing sent again after a lost answer has the same key, so it is the same thing. */
export function useKeyed(): Keyed {
  const keys = useRef(new Map<string, string>());
  return async (what, send) => {
    const name = JSON.stringify(what);
    const key = keys.current.get(name) ?? randomId();
    keys.current.set(name, key);
    try {
      const answer = await send(key);
      keys.current.delete(name);
      return answer;
    } catch (error) {
      if (error instanceof ApiProblem && isAnswer(error.problem)) keys.current.delete(name);
      throw error;
    }
  };
}
