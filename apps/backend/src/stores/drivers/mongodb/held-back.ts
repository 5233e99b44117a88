import type { MongoClient } from 'mongodb';
import { ComparedConnections } from '../../../kernel/connections';

/** Commands by which a connection begins. */
const beginning = new Set(['hello', 'ismaster', 'isMaster', 'saslStart', 'saslContinue', 'authenticate']);

/**
 * Holds back commands that must not go to another server: in the middle of a call, the driver replaces a broken
 * connection by one that was not compared yet. It emits an event before it sends a command, and does not send the
 * command when the listener throws.
 */
export function holdBack(client: MongoClient, database: string): void {
  const connections = new ComparedConnections();
  const nameOf = ({ address, connectionId }: { readonly address: string; readonly connectionId?: unknown }) =>
    `${address} ${connectionId}`;
  client.on('connectionCreated', (connection) => connections.forget(nameOf(connection)));
  client.on('connectionClosed', (connection) => connections.forget(nameOf(connection)));
  client.on('commandStarted', (command) => {
    if (command.databaseName === database && !beginning.has(command.commandName)) connections.use(nameOf(command));
  });
}
