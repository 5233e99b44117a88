import { dotColour } from '../../ui/colours';
import pieces from '../../ui/pieces.module.css';

/** The colour of a project, the same wherever it is named. */
export function ProjectSquare({ id, size = 9 }: { readonly id: number; readonly size?: number }) {
  return (
    <span className={pieces.square} style={{ width: size, height: size, background: dotColour(id) }} aria-hidden />
  );
}
