import { settingRoutes } from '@gos/contract';
import type { Area } from '@gos/domain';
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { LiveHandlers } from '../../lib/live-cache';
import { type BodyOf, request } from '../../lib/request';
import { runtimeConfig } from '../../lib/runtime-config';

const settingKeys = { all: ['settings'] } as const;

export const settingsQuery = queryOptions({
  queryKey: settingKeys.all,
  queryFn: ({ signal }) => request(settingRoutes.settings, { signal }),
});

export type SettingsChange = BodyOf<typeof settingRoutes.changeSettings>;

export const changeSettings = (body: SettingsChange) => request(settingRoutes.changeSettings, { body });

/** The id of the element of the settings screen in which an admin connects an area. */
export const areaAnchorOf = (area: Area): string => `area-${area}`;

/** What the product is called here; followed once somebody changed it. */
export function useBrandName(): string {
  const { data } = useQuery({ ...settingsQuery, enabled: false });
  return data?.brandName.value ?? runtimeConfig().brandName;
}

export const settingsHandlers: LiveHandlers = {
  installation(_, client) {
    // The name stands on every screen, where nothing asks for it.
    void client.fetchQuery({ ...settingsQuery, staleTime: 0 }).catch(() => undefined);
    return [];
  },
};
