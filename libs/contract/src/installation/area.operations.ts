import { areaRoutes } from './area.routes';

export const areaPages = { frame: { route: areaRoutes.frame } } as const;
