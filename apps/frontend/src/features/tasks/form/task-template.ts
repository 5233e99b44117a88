import type { PersonRef, TaskAnswer } from '@gos/contract';
import { fileAddress } from '../../../entities/task/tasks.api';
import { imageAddress, uploadFile } from '../../../lib/files';
import { fileOfImage, ownAddress } from '../../../ui/rich-text/image-files';
import { renewAccess } from '../common/file-access';
import { copiedPlain } from './plain-draft';
import { detailsDraftOf, emptyDraft, type TaskDraft } from './task-draft';

/** A new task as another one was: all but its place, its files and what has happened to it since. */
export function draftOfTask(task: TaskAnswer, reader: PersonRef, now: number): TaskDraft {
  const others = (people: readonly PersonRef[]) => people.filter(({ id }) => id !== reader.id);
  const { acknowledged, passive } = task.participants;
  return {
    ...emptyDraft(reader),
    name: task.name,
    description: imagesIn(task.description).length === 0 ? task.description : '',
    solver: task.solver,
    deadline: task.deadline !== null && Date.parse(task.deadline) > now ? task.deadline : null,
    ...detailsDraftOf(task, { acknowledged: others(acknowledged), passive: others(passive) }),
    ...copiedPlain(task),
  };
}

const parsed = (html: string) => new DOMParser().parseFromString(html, 'text/html');

/** The images of a text, by their addresses. */
export const imagesIn = (html: string): readonly string[] =>
  html.includes('<img')
    ? [...parsed(html).querySelectorAll('img')].map((image) => image.getAttribute('src') ?? '')
    : [];

export interface CopiedText {
  readonly html: string;
  /** How many images could not be had. */
  readonly lost: number;
}

/** Copies the text and its images, because readers of the new task may not see the old one. */
export async function textWithOwnImages(html: string): Promise<CopiedText> {
  const { body } = parsed(html);
  const copied = new Map<string, string>();
  let lost = 0;
  for (const image of body.querySelectorAll('img')) {
    const src = ownAddress(image.getAttribute('src') ?? '') ?? '';
    try {
      if (!copied.has(src)) {
        const { fileId } = await uploadFile(await fileOfImage(src, image.alt));
        copied.set(src, imageAddress(fileId));
      }
      image.setAttribute('src', copied.get(src)!);
    } catch {
      lost++;
      image.remove();
    }
  }
  return { html: body.innerHTML, lost };
}

/** Returns the attached files that the text does not contain. */
export function attachedFiles({ id, files, description }: TaskAnswer): TaskAnswer['files'] {
  const shown = new Set(imagesIn(description));
  return files.filter((file) => !shown.has(imageAddress(file.id)) && !shown.has(fileAddress(id, file.id)));
}

/** The content of a file of a task. @throws when it cannot be had */
export async function contentOf(taskId: number, { id, name, mime }: TaskAnswer['files'][number]): Promise<File> {
  await renewAccess();
  const response = await fetch(fileAddress(taskId, id));
  if (!response.ok) throw new Error(`file: ${response.status}`);
  return new File([await response.blob()], name, { type: mime });
}
