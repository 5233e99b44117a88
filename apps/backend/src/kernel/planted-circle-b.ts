import type { A } from './planted-circle-a';
export interface B {
  readonly a: A;
}
