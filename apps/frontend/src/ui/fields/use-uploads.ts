import { type FieldError, limits } from '@gos/domain';
import { useCallback, useRef, useState } from 'react';
import { ApiProblem, type UploadOptions } from '../../lib/api';
import { randomId } from '../../lib/random-id';

export interface Upload {
  readonly key: string;
  readonly name: string;
  readonly size: number;
  /** 0 to 1 */
  readonly share: number;
  /** the number of the stored file, once there */
  readonly fileId: number | null;
  /** Why the server refused it; null also after other failures. */
  readonly error: Pick<FieldError, 'code' | 'params'> | null;
  readonly failed: boolean;
  /** False when the file itself was refused: sending it again cannot help. */
  readonly repeatable: boolean;
}

/** One that was stored already, such as that of a kept draft. */
export type StoredFile = Pick<Upload, 'name' | 'size'> & { readonly fileId: number };

type Send = (file: File, options: UploadOptions) => Promise<{ readonly fileId: number }>;

interface OnTheWay {
  readonly file: File;
  readonly cancel: AbortController;
}

/** MiB */
export const largestFile = limits.file.max / 1024 / 1024;

/** Why a file would be refused, checked before the upload. */
export function refusedFile(file: File): FieldError | null {
  if (file.size === 0) return { path: 'file', code: 'file.empty' };
  if (file.size <= limits.file.max) return null;
  return { path: 'file', code: 'file.too-large', params: { max: largestFile } };
}

/** Why the server took no file; a lost line and the like have no word of their own. */
export function reasonOf(error: unknown): Upload['error'] {
  if (!(error instanceof ApiProblem) || error.code === 'request.failed') return null;
  return error.errors[0] ?? { code: error.code, params: error.problem.params };
}

const isWrong = (error: Upload['error']) => error?.code.startsWith('file.') === true;

/** Uploads files one after the other, each with its progress, a way to cancel it and another try. */
export function useUploads(send: Send, onFailed: (error: unknown) => void) {
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const waiting = useRef<Promise<unknown>>(Promise.resolve());
  const onTheWay = useRef(new Map<string, OnTheWay>());

  const change = useCallback((key: string, part: Partial<Upload>) => {
    setUploads((all) => all.map((upload) => (upload.key === key ? { ...upload, ...part } : upload)));
  }, []);

  const start = useCallback(
    (key: string, file: File): Promise<unknown> => {
      const cancel = new AbortController();
      onTheWay.current.set(key, { file, cancel });
      waiting.current = waiting.current.then(async () => {
        if (cancel.signal.aborted) return;
        try {
          const { fileId } = await send(file, {
            onProgress: (share) => change(key, { share }),
            signal: cancel.signal,
          });
          change(key, { share: 1, fileId });
        } catch (problem) {
          if (cancel.signal.aborted) return;
          const error = reasonOf(problem);
          change(key, { failed: true, error, repeatable: !isWrong(error) });
          onFailed(problem);
        }
      });
      return waiting.current;
    },
    [send, onFailed, change],
  );

  const add = useCallback(
    (files: readonly File[]): Promise<unknown> => {
      const fresh = files.map((file): Upload & { readonly file: File } => {
        const error = refusedFile(file);
        const { name, size } = file;
        return {
          file,
          key: randomId(),
          name,
          size,
          share: 0,
          fileId: null,
          error,
          failed: error !== null,
          repeatable: false,
        };
      });
      setUploads((all) => [...all, ...fresh.map(({ file: _, ...upload }) => upload)]);
      for (const { key, file, failed } of fresh) if (!failed) void start(key, file);
      return waiting.current;
    },
    [start],
  );

  const retry = useCallback(
    (key: string): Promise<unknown> => {
      const file = onTheWay.current.get(key)?.file;
      if (file === undefined) return waiting.current;
      change(key, { failed: false, error: null, share: 0 });
      return start(key, file);
    },
    [start, change],
  );

  const remove = useCallback((key: string) => {
    onTheWay.current.get(key)?.cancel.abort();
    onTheWay.current.delete(key);
    setUploads((all) => all.filter((upload) => upload.key !== key));
  }, []);

  const addStored = useCallback((files: readonly StoredFile[]) => {
    setUploads((all) => [
      ...all,
      ...files.map((file) => ({ ...file, key: randomId(), share: 1, error: null, failed: false, repeatable: false })),
    ]);
  }, []);

  const clearDone = useCallback(() => setUploads((all) => all.filter(({ failed }) => failed)), []);

  return {
    uploads,
    add,
    addStored,
    retry,
    remove,
    clearDone,
    busy: uploads.some(({ fileId, failed }) => fileId === null && !failed),
  };
}
