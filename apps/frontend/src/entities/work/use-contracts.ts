import type { NamedRef } from '@gos/contract';
import { useQuery } from '@tanstack/react-query';
import { projectQuery } from '../project/projects.api';
import type { Contract } from './asked-contract';

/** The contracts among which work in the project may choose; none while they are not known. */
export function useContracts(project: NamedRef | null): readonly Contract[] {
  const { data } = useQuery({ ...projectQuery(project?.id ?? 0), enabled: project !== null });
  return data?.contracts ?? [];
}
