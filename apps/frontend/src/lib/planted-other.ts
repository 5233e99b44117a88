import type { One } from './planted-one';
export type Other = { one?: One };
