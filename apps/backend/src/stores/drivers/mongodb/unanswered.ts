import { AsyncLocalStorage } from 'node:async_hooks';
import type { MongoClient } from 'mongodb';
import { isAtFault, wasNotWritten } from './failure';

interface Call {
  mayBeWritten: boolean;
}

const calls = new AsyncLocalStorage<Call>();
const writing = new Set(['insert', 'update', 'delete', 'findAndModify']);

/**
 * Notes for each call whether one of its writes may be done although its answer does not say so. The error of a call
 * does not show it: the driver repeats a write and throws the error of the repetition, such as that no server was
 * found.
 */
export function noteUnanswered(client: MongoClient): void {
  const note = () => {
    const call = calls.getStore();
    if (call) call.mayBeWritten = true;
  };
  client.on('commandFailed', ({ commandName, failure }) => {
    if (writing.has(commandName) && isAtFault(failure) && !wasNotWritten(failure)) note();
  });
  client.on('commandSucceeded', ({ commandName, reply }) => {
    if (writing.has(commandName) && (reply as { writeConcernError?: object }).writeConcernError) note();
  });
}

/** Runs a call; `mayBeWritten` holds from the moment on when it is known. */
export const notingUnanswered = <T>(call: Call, work: () => Promise<T>): Promise<T> => calls.run(call, work);
