import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { refreshTask } from '../../../entities/task/shown-changes';
import { addFile } from '../../../entities/task/tasks.api';
import { useT } from '../../../i18n';
import type { UploadOptions } from '../../../lib/api';
import { FileDrop } from '../../../ui/fields/file-drop';
import { UploadLines } from '../../../ui/fields/upload-lines';
import { useUploads } from '../../../ui/fields/use-uploads';
import { showProblem } from '../../../ui/toast';
import { FileList } from './file-list';
import { classes } from './panel-classes';
import { AddButton, PanelSection } from './panel-section';
import { usePanelTask } from './panel-task';
import { useShowsRemovedFiles } from './removed-files';

export function Files() {
  const t = useT();
  const client = useQueryClient();
  const { task, past } = usePanelTask();
  const may = !past && task.can.files === true;
  const removed = useShowsRemovedFiles();
  const send = useCallback((file: File, options: UploadOptions) => addFile(task.id, file, options), [task.id]);
  const failed = useCallback((error: unknown) => showProblem(error, t('task.failure.files')), [t]);
  const { uploads, add, retry, remove, clearDone } = useUploads(send, failed);
  if (task.files.length === 0 && !may && !removed) return null;

  async function settled(sent: Promise<unknown>) {
    await sent;
    await refreshTask(client, task.id);
    clearDone();
  }

  const empty = task.files.length === 0 && uploads.length === 0;

  return (
    <FileDrop
      disabled={!may}
      onFiles={(files) => void settled(add(files))}
      className={empty ? classes.sectionEmpty : classes.section}
    >
      {(choose) => (
        <PanelSection
          label={t('task.field.files')}
          count={task.files.length > 0 ? task.files.length : undefined}
          empty={empty}
          add={may && <AddButton empty={empty} label={t('task.files.add')} onClick={choose} />}
        >
          <FileList may={may} removed={may || removed} />
          <UploadLines uploads={uploads} onRemove={remove} onRetry={(key) => void settled(retry(key))} />
        </PanelSection>
      )}
    </FileDrop>
  );
}
