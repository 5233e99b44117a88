import { Box, Group, Text, Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import pieces from './pieces.module.css';
import classes from './settings.module.css';

interface SettingsSectionProps {
  /** The fragment of the address that leads here. */
  readonly id: string;
  readonly title: string;
  /** Its purpose, in a sentence. */
  readonly about?: ReactNode;
  readonly children: ReactNode;
}

/** A part of a screen of settings. */
export function SettingsSection({ id, title, about, children }: SettingsSectionProps) {
  const titleId = useId();
  return (
    <Box component="section" id={id} maw={640} mt={34} style={{ scrollMarginTop: 16 }} aria-labelledby={titleId}>
      <Title order={2} id={titleId} fz={15} lh="inherit" mb={4}>
        {title}
      </Title>
      {about !== undefined && <SettingsNote>{about}</SettingsNote>}
      {children}
    </Box>
  );
}

export const SettingsNote = Text.withProps({ inherit: true, fz: 13, c: 'dimmed', mb: 12 });

export const SettingsRows = ({ children }: { readonly children: ReactNode }) => (
  <ul className={pieces.list}>{children}</ul>
);

interface SettingsRowProps {
  readonly title: ReactNode;
  /** Tooltip of the title. */
  readonly hint?: string | undefined;
  readonly about?: ReactNode;
  /** Tooltip of the second line. */
  readonly aboutHint?: string;
  readonly role?: 'status';
  readonly children?: ReactNode;
}

/** Something that is set up, with the buttons that change it. */
export const SettingsRow = ({ title, hint, about, aboutHint, role, children }: SettingsRowProps) => (
  <li className={classes.row}>
    <div className={classes.about} role={role}>
      <Group gap="2px 8px" miw={0} fw={500} style={{ overflowWrap: 'anywhere' }} title={hint}>
        {title}
      </Group>
      {about !== undefined && (
        <Text component="div" inherit fz={12.5} c="dimmed" style={{ overflowWrap: 'anywhere' }} title={aboutHint}>
          {about}
        </Text>
      )}
    </div>
    {children}
  </li>
);
