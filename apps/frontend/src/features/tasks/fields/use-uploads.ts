import { type FieldError, limits } from '@gos/domain';
import { useCallback, useRef, useState } from 'react';
import { newKey } from '../../../lib/key';

export interface Upload {
  readonly key: string;
  readonly name: string;
  readonly size: number;
  /** 0 to 1 */
  readonly share: number;
  /** the number of the stored file, once there */
  readonly fileId: number | null;
  readonly error: FieldError | null;
  readonly failed: boolean;
}

type Send = (file: File, onProgress: (share: number) => void) => Promise<{ readonly fileId: number }>;

function refused(file: File): FieldError | null {
  if (file.size === 0) return { path: 'file', code: 'file.empty' };
  const max = limits.file.max / 1024 / 1024;
  return file.size > limits.file.max ? { path: 'file', code: 'file.too-large', params: { max } } : null;
}

/** Files on their way, each with its progress; a few at once. */
export function useUploads(send: Send, onFailed: (error: unknown) => void) {
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const waiting = useRef<Promise<unknown>>(Promise.resolve());

  const change = useCallback((key: string, part: Partial<Upload>) => {
    setUploads((all) => all.map((upload) => (upload.key === key ? { ...upload, ...part } : upload)));
  }, []);

  const add = useCallback(
    (files: readonly File[]): Promise<unknown> => {
      const fresh = files.map((file) => ({ file, key: newKey(), error: refused(file) }));
      setUploads((all) => [
        ...all,
        ...fresh.map(({ file, key, error }) => ({
          key,
          name: file.name,
          size: file.size,
          share: 0,
          fileId: null,
          error,
          failed: error !== null,
        })),
      ]);
      for (const { file, key, error } of fresh) {
        if (error !== null) continue;
        waiting.current = waiting.current.then(async () => {
          try {
            const { fileId } = await send(file, (share) => change(key, { share }));
            change(key, { share: 1, fileId });
          } catch (problem) {
            change(key, { failed: true });
            onFailed(problem);
          }
        });
      }
      return waiting.current;
    },
    [send, onFailed, change],
  );

  const remove = useCallback((key: string) => setUploads((all) => all.filter((upload) => upload.key !== key)), []);
  const clearDone = useCallback(() => setUploads((all) => all.filter(({ failed }) => failed)), []);

  return { uploads, add, remove, clearDone, busy: uploads.some(({ fileId, failed }) => fileId === null && !failed) };
}
