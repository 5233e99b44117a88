import type { Other } from './planted-other';
export type One = { other: Other };
