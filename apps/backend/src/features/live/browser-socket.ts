import type { SocketCommands, SocketEvents } from '@gos/contract';
import type { Socket } from 'socket.io';

export type BrowserSocket = Socket<SocketCommands, SocketEvents>;
