import type { Area } from '@gos/domain';
import { pathOf } from '../kernel/route';

/** This answers a page. */
export const areaRoutes = { frame: 'GET /areas/{area}/frame' } as const;

/** Where the page is that shows another system of the company, whose own address is told to who is signed in. */
export const areaFrameOf = (area: Area): string => `/api${pathOf(areaRoutes.frame, { area })}`;
