import { areas } from '@gos/domain';
import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useT } from '../../i18n';
import type { PaletteCommand } from '../../lib/commands';
import { groupOf, useAreaAddresses, useIsAreaHidden } from './area-address';

/** Goes to the areas that have an address; each by its own name and that of its group. */
export function useAreaCommands(): readonly PaletteCommand[] {
  const t = useT();
  const navigate = useNavigate();
  const addressOf = useAreaAddresses();
  const isHidden = useIsAreaHidden();
  return useMemo(
    () =>
      areas.flatMap((area): PaletteCommand[] => {
        const address = addressOf(area);
        if (address === null || isHidden(area)) return [];
        const group = groupOf(area);
        const name = t(`area.${area}`);
        return [
          {
            id: `area-${area}`,
            label: group === area ? name : `${t(`area.${group as typeof area}`)}: ${name}`,
            group: t('nav.menu.areas'),
            run: () =>
              address.frame
                ? void navigate({ to: '/areas/$area', params: { area } })
                : void window.open(address.url, '_blank', 'noreferrer'),
          },
        ];
      }),
    [t, navigate, addressOf, isHidden],
  );
}
