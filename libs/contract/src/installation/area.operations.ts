import { areaRoutes } from './area.routes';

export const areaPages = { frame: { id: 'getAreaFrame', route: areaRoutes.frame } } as const;
