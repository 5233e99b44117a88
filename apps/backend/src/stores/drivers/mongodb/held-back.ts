import type { MongoClient } from 'mongodb';
import { ComparedConnections } from '../../../kernel/connections';

/** Commands by which a connection begins. */
const beginning = new Set(['hello', 'ismaster', 'isMaster', 'saslStart', 'saslContinue', 'authenticate']);

/**
 * Holds back what must not go to another server: the driver replaces a broken connection in the middle of a call, by one over which
 * nobody has looked yet. It tells of a command before it is sent, and does not send it when that throws.
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
