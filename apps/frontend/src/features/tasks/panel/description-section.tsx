import { taskFieldChecks } from '@gos/domain';
import { Box, Group, UnstyledButton } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useState } from 'react';
import { useReader } from '../../../entities/user/use-reader';
import { useT } from '../../../i18n';
import { SmallButton } from '../../../ui/buttons';
import pieces from '../../../ui/pieces.module.css';
import prose from '../../../ui/prose.module.css';
import { LazyRichText } from '../../../ui/rich-text/lazy-rich-text';
import { useIsThere } from '../common/use-is-there';
import { keepText, useKeptText } from '../fields/kept-text';
import { isUnsent, useFieldDraft } from '../fields/use-field-draft';
import { classes } from './panel-classes';
import { Note } from './panel-pieces';
import { usePanelTask } from './panel-task';

/** Sources of images in a description, without the closing quotation mark. */
const imageSources = /(<img[^>]* src="[^"?]+)"/g;

export function Description() {
  const t = useT();
  const { task, actions, editable, deleted } = usePanelTask();
  const shown = deleted ? task.description.replace(imageSources, '$1?deleted=true"') : task.description;
  const reader = useReader();
  const draft = useFieldDraft(task.description, task.revision);
  const key = `gos-description-${reader.id}-${task.id}`;
  const { kept, keep, drop } = useKeptText(key, draft.present);
  const there = useIsThere();
  const [busy, setBusy] = useState(false);
  const may = editable.has('description');
  const label = t('task.field.description');

  if (!draft.editing) {
    // It may have been saved all the same, the page having been left before the answer came.
    const offer = may && kept !== null && kept.value !== task.description && (
      <Group gap={8} mt={10} c="dimmed" fz={13} role="status">
        <span>{t('task.description.kept')}</span>
        <SmallButton
          variant="default"
          onClick={() => {
            draft.take(kept);
            drop();
          }}
        >
          {t('task.new.take-kept')}
        </SmallButton>
        <SmallButton variant="subtle" color="gray" onClick={drop}>
          {t('task.new.drop-kept')}
        </SmallButton>
      </Group>
    );
    if (task.description === '') {
      return may
        ? offer || (
            <UnstyledButton mih={28} mt={12} c="dimmed" fz={13.5} onClick={draft.start}>
              {t('task.description.add')}
            </UnstyledButton>
          )
        : null;
    }
    return (
      <Box component="section" pos="relative" mt={14} aria-label={label}>
        {/* The server answers sanitised HTML only. */}
        <div className={`${prose.prose} ${classes.reading}`} dangerouslySetInnerHTML={{ __html: shown }} />
        {offer}
        {may && !offer && (
          <UnstyledButton
            className={`${pieces.iconButton} ${classes.editDescription}`}
            aria-label={t('task.edit.field', { field: label })}
            onClick={draft.start}
          >
            <IconPencil size={15} stroke={1.75} />
          </UnstyledButton>
        )}
      </Box>
    );
  }

  const error = taskFieldChecks.description(draft.value);
  async function save() {
    if (error !== null || busy) return;
    const { present } = draft;
    if (present === null || present.value === present.base) return draft.end();
    // The panel may be closed, and the page left, before it is sent.
    keepText(key, present);
    const sent = actions.edit({ description: present.value }, present.revision);
    await draft.settle(sent);
    const outcome = await sent;
    if (isUnsent(outcome) || 'ignored' in outcome) return;
    if (outcome.ok) return keepText(key, null);
    if (!there.current) return;
    // The conflict dialog shows both texts.
    if (outcome.problem?.code === 'conflict') keepText(key, null);
    else keep(present);
  }

  /** A key that is pressed by mistake throws nothing away. */
  function leave() {
    const { present } = draft;
    if (present !== null && present.value !== present.base) keep(present);
    draft.end();
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would draw and name more than this group needs
    <div
      role="group"
      aria-label={label}
      className={classes.editing}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
          event.preventDefault();
          event.stopPropagation();
          void save();
        }
        if (event.key === 'Escape' && !event.defaultPrevented) {
          event.preventDefault();
          event.stopPropagation();
          leave();
        }
      }}
    >
      <LazyRichText
        label={label}
        value={draft.value}
        onChange={draft.type}
        onBusy={setBusy}
        autoFocus={!draft.resumed}
      />
      {error && (
        <Box component="p" m="4px 0 0" c="var(--gos-late-text)" fz={12} role="alert">
          {t(error.code, error.params)}
        </Box>
      )}
      {draft.changed && <Note>{t('task.description.changed-meanwhile')}</Note>}
      <Note role="status">{busy && t('task.editor.wait')}</Note>
      <Group gap={8} mt={4}>
        <SmallButton disabled={busy} onClick={() => void save()} aria-keyshortcuts="Control+Enter">
          {t('task.action.save')}
        </SmallButton>
        <SmallButton variant="default" onClick={draft.end}>
          {t('task.action.cancel')}
        </SmallButton>
      </Group>
    </div>
  );
}
