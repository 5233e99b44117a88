interface Answer {
  readonly status?: number;
  readonly body: unknown;
}

export interface SentUpload {
  readonly method: string;
  readonly address: string;
  readonly file: File;
  /** Reports the progress, 0 to 1. */
  progress(share: number): void;
  answer(answer: Answer): void;
  /** The line broke. */
  lose(): void;
  readonly aborted: boolean;
}

/** Stands in for the server at XMLHttpRequest, by which files are sent; each waits for its answer. */
export function serveUploads(): readonly SentUpload[] {
  const sent: SentUpload[] = [];
  class Upload {
    status = 0;
    responseText = '';
    onload: () => void = () => undefined;
    onerror: () => void = () => undefined;
    onloadend: () => void = () => undefined;
    readonly upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {};
    aborted = false;
    private method = '';
    private address = '';
    open(method: string, address: string) {
      this.method = method;
      this.address = address;
    }
    setRequestHeader() {}
    getResponseHeader = () => null;
    abort() {
      this.aborted = true;
    }
    send(form: FormData) {
      const upload = this;
      sent.push({
        method: this.method,
        address: this.address,
        file: form.get('file') as File,
        progress: (share) => upload.upload.onprogress?.({ loaded: share, total: 1 }),
        answer({ status = 200, body }) {
          upload.status = status;
          upload.responseText = JSON.stringify(body);
          upload.onload();
          upload.onloadend();
        },
        lose() {
          upload.onerror();
          upload.onloadend();
        },
        get aborted() {
          return upload.aborted;
        },
      });
    }
  }
  vi.stubGlobal('XMLHttpRequest', Upload);
  return sent;
}
