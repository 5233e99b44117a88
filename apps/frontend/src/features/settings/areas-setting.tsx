import type { SettingsAnswer } from '@gos/contract';
import { type Area, type AreaGroup, type AreaSetting, areaGroups, isOwnArea, settingShapes } from '@gos/domain';
import { Box, Group, Input, Switch, Text } from '@mantine/core';
import { useLocation } from '@tanstack/react-router';
import { useEffect, useId, useRef, useState } from 'react';
import { areaAnchorOf } from '../../entities/installation/settings.api';
import { useMe } from '../../entities/user/users.api';
import { SavedText } from './saved-text';
import { Locked, SettingTitle } from './setting';
import classes from './settings.module.css';
import { useSettingsT } from './settings-texts';

interface Part {
  readonly name: Area | 'person';
  readonly areas: readonly Area[];
}

/** The groups of the sidebar with their entries, and the two entries of the user menu. */
const parts: readonly Part[] = [
  ...Object.entries(areaGroups).map(([group, entries]) => ({
    name: group as AreaGroup,
    areas: [
      group as Area,
      ...(entries as readonly (readonly string[])[])
        .flat()
        .map((entry) => `${group}.${entry}`)
        .filter((area): area is Area => !isOwnArea(area)),
    ],
  })),
  { name: 'person', areas: ['my-firms', 'my-mobile'] },
];

const unset = { url: null, frame: false, hidden: false };

/** The name of a row. That of a whole group differs from the name above it. */
function useAreaName(): (area: Area) => string {
  const t = useSettingsT();
  return (area) => {
    const isGroupOfMany = (areaGroups[area as AreaGroup]?.length ?? 0) > 0;
    return isGroupOfMany ? t('settings.areas.whole-group', { name: t(`area.${area}`) }) : t(`area.${area}`);
  };
}

interface AreaRowProps {
  readonly setting: AreaSetting;
  readonly onChange: (setting: AreaSetting) => void;
}

function AreaRow({ setting, onChange }: AreaRowProps) {
  const t = useSettingsT();
  const [labelId, errorId] = [useId(), useId()];
  const [error, setError] = useState<string>();
  const { area, url, frame, hidden } = setting;
  const name = useAreaName()(area);
  const save = (text: string) => {
    const next = { ...setting, url: text.trim() === '' ? null : text.trim() };
    const [wrong] = settingShapes.areas.errorsOf([next], 'areas', {});
    setError(wrong && t(wrong.code, wrong.params));
    if (wrong) return false;
    onChange(next);
    return true;
  };
  return (
    <li className={classes.area} id={areaAnchorOf(area)}>
      <Text span id={labelId} fz={13} lh="34px">
        {name}
      </Text>
      <div>
        <SavedText
          labelId={labelId}
          aboutId={errorId}
          placeholder="https://"
          value={url ?? ''}
          wrong={error !== undefined}
          onSave={save}
          onEscape={() => setError(undefined)}
        />
        <div id={errorId}>
          {error !== undefined && (
            <Input.Error role="alert" mt={4}>
              {error}
            </Input.Error>
          )}
        </div>
      </div>
      <Group gap="8px 16px" mih={36}>
        <Switch
          size="xs"
          label={t('settings.areas.frame')}
          aria-label={t('settings.areas.frame-of', { name })}
          disabled={url === null}
          checked={frame}
          onChange={({ currentTarget: { checked } }) => onChange({ ...setting, frame: checked })}
        />
        <Switch
          size="xs"
          label={t('settings.areas.hidden')}
          aria-label={t('settings.areas.hidden-of', { name })}
          checked={hidden}
          onChange={({ currentTarget: { checked } }) => onChange({ ...setting, hidden: checked })}
        />
      </Group>
    </li>
  );
}

/** The address comes from the environment and cannot be changed here. */
function DecidedArea({ area }: { readonly area: Area }) {
  const { areas } = useMe();
  const nameOf = useAreaName();
  return (
    <li className={classes.area} id={areaAnchorOf(area)}>
      <Text span fz={13} lh="34px">
        {nameOf(area)}
      </Text>
      <div>
        <Text fz={13} lh="34px" style={{ overflowWrap: 'anywhere' }}>
          {areas[area]?.url}
        </Text>
        <Locked variable="GOS_AREAS" />
      </div>
    </li>
  );
}

interface AreasSettingProps {
  readonly areas: SettingsAnswer['areas'];
  readonly error: string | undefined;
  readonly onChange: (areas: readonly AreaSetting[]) => void;
}

/** Connects the areas outside this product with their addresses, and hides those that the company does not use. */
export function AreasSetting({ areas: { value, decided }, error, onChange }: AreasSettingProps) {
  const t = useSettingsT();
  const titleId = useId();
  const wanted = useLocation({ select: ({ hash }) => hash });
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    const row = wanted && section.current?.querySelector(`#${CSS.escape(wanted)}`);
    if (!row) return;
    row.scrollIntoView({ block: 'center' });
    row.querySelector('input')?.focus();
  }, [wanted]);
  const settingOf = (area: Area) => value.find((one) => one.area === area) ?? { area, ...unset };
  const change = (setting: AreaSetting) => onChange([...value.filter(({ area }) => area !== setting.area), setting]);
  const rowOf = (area: Area) =>
    decided.includes(area) ? (
      <DecidedArea key={area} area={area} />
    ) : (
      <AreaRow key={area} setting={settingOf(area)} onChange={change} />
    );
  const connected = (areas: readonly Area[]) =>
    areas.filter((area) => decided.includes(area) || settingOf(area).url !== null).length;
  const hidden = (areas: readonly Area[]) =>
    areas.filter((area) => !decided.includes(area) && settingOf(area).hidden).length;
  return (
    <Box
      component="section"
      py={18}
      style={{ borderTop: '1px solid var(--gos-line)' }}
      aria-labelledby={titleId}
      ref={section}
    >
      <SettingTitle id={titleId}>{t('settings.areas')}</SettingTitle>
      <Text c="dimmed" fz={13} mb={10}>
        {t('settings.areas.about')}
      </Text>
      {error !== undefined && (
        <Input.Error role="alert" mt={6}>
          {error}
        </Input.Error>
      )}
      {parts.map(({ name, areas }) =>
        areas.length === 1 ? (
          <ul key={name} className={classes.areaAlone}>
            {rowOf(areas[0]!)}
          </ul>
        ) : (
          <details
            key={name}
            className={classes.areaGroup}
            open={areas.some((area) => areaAnchorOf(area) === wanted) || undefined}
          >
            <summary>
              <Text span flex={1} fz={13.5} fw={500}>
                {name === 'person' ? t('settings.areas.person') : t(`area.${name}`)}
              </Text>
              <Text span c="dimmed" fz={12.5}>
                {t('settings.areas.counts', { connected: connected(areas), hidden: hidden(areas) })}
              </Text>
            </summary>
            <ul className={classes.areaList}>{areas.map(rowOf)}</ul>
          </details>
        ),
      )}
    </Box>
  );
}
