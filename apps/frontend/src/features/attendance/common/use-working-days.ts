import { useQuery } from '@tanstack/react-query';
import { settingsQuery } from '../../../entities/installation/settings.api';

const usual: readonly number[] = [1, 2, 3, 4, 5];

/** The installation's working days, 1 to 7 from Monday. */
export const useWorkingDays = (): readonly number[] => useQuery(settingsQuery).data?.workingDays.value ?? usual;
