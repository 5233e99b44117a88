import type { ProjectAnswer } from '@gos/contract';
import { createContext, type ReactNode, useContext } from 'react';
import { createPortal } from 'react-dom';

interface OpenProject {
  readonly project: ProjectAnswer;
  /** The place at the header's right. */
  readonly slot: HTMLElement | null;
}

const Open = createContext<OpenProject | null>(null);

export const ProjectProvider = Open.Provider;

function useOpen(): OpenProject {
  const open = useContext(Open);
  if (open === null) throw new Error('no project is open here');
  return open;
}

/** The project whose tabs these are; loaded before any of them is shown. */
export const useProject = (): ProjectAnswer => useOpen().project;

/** Places a tab's content, such as its main action, next to the project's name. */
export function ProjectHeaderActions({ children }: { readonly children: ReactNode }) {
  const { slot } = useOpen();
  return slot && createPortal(children, slot);
}
