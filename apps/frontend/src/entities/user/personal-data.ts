import { userRoutes } from '@gos/contract';
import { request } from '../../lib/request';
import { saveFile } from '../../lib/save-file';

/** Saves all that is known of a person as a file. @throws ApiProblem */
export async function savePersonalData(userId: number): Promise<void> {
  const data = await request(userRoutes.export, { id: userId });
  saveFile(`gos-${userId}.json`, [JSON.stringify(data, null, 2)], 'application/json');
}
