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

/** Returns the product's name in this installation and follows changes of it. */
export function useBrandName(): string {
  const { data } = useQuery({ ...settingsQuery, enabled: false });
  return data?.brandName.value ?? runtimeConfig().brandName;
}

export const settingsHandlers: LiveHandlers = {
  installation(_, client) {
    // Every screen shows the name, but no screen fetches it.
    void client.fetchQuery({ ...settingsQuery, staleTime: 0 }).catch(() => undefined);
    return [];
  },
};
