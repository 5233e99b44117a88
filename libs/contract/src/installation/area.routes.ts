import type { Area } from '@gos/domain';
import { pathOf } from '../kernel/route';

/** This answers a page. */
export const areaRoutes = { frame: 'GET /areas/{area}/frame' } as const;

/**
 * Address of the page that embeds another system of the company; that system's own address is shown only to signed-in
 * people.
 */
export const areaFrameOf = (area: Area): string => `/api${pathOf(areaRoutes.frame, { area })}`;
