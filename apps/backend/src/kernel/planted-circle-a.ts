import type { B } from './planted-circle-b';
export interface A {
  readonly b: B;
}
