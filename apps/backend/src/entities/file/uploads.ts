import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { MultipartFile } from '@fastify/multipart';
import { shownUploads } from '@gos/contract';
import {
  type FieldError,
  type FileReference,
  limits,
  nameCharactersError,
  refuse,
  refuseField,
  refuseFields,
  tidy,
} from '@gos/domain';
import { repeatedTaskModel, type TaskDocument, taskModel } from '@gos/projections';
import { Inject, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { fileTypeFromBuffer } from 'file-type';
import { Locks } from '../../engine/coordination/locks';
import { ActiveReadModels } from '../../engine/projections/active-read-models';
import { isEndless, isMalformed, tooManyFiles } from '../../http/form-file';
import type { SignedIn } from '../../http/request-context';
import { Clock } from '../../kernel/clock';
import { CONFIG, type Config } from '../../kernel/config';
import { KeyedMutex } from '../../kernel/keyed-mutex';
import { Refused, throwIfWrong } from '../../kernel/refused';
import { StoreUnavailable } from '../../kernel/store-errors';
import { ACCOUNTS, type AccountRecord, type Accounts } from '../../stores/accounts/accounts';
import { CLAIMS, type Claims } from '../../stores/claims/claims';
import { FILES, type Files, FileTooLarge, type StoredFile } from '../../stores/files/files';
import { VisibleTasks } from '../task/visible-tasks';

interface Upload extends FileReference {
  readonly uploadedBy: number;
  readonly at: number;
}

type Stored = Omit<FileReference, 'fileId'>;
type Reader = SignedIn['actor'];

const dayMs = 24 * 60 * 60 * 1_000;
/** Added to the lifetime before sweeping, so that a command accepted within the day can still refer to the upload. */
const graceMs = 5 * 60 * 1_000;
const idOf = (fileId: number) => String(fileId).padStart(15, '0');
const contentRef = (sha256: string) => `content:${sha256}`;
const referenceOf = ({ fileId, name, size, mime, sha256 }: FileReference): FileReference => ({
  fileId,
  name,
  size,
  mime,
  sha256,
});

/** MIME types that a browser renders or plays: the content must match the declared type. */
const checked = /^(image\/(png|jpeg|gif|webp|avif|bmp|tiff)|application\/(pdf|zip|gzip)|audio\/|video\/)/;

/** Bytes read to detect the type of a content. */
const tellingBytes = 256 * 1024;
const zipStarts = ['PK\x03\x04', 'PK\x05\x06'];

/**
 * A file name without folders, at most 255 code points.
 * @throws Refused `validation.characters`
 */
function fileNameOf(name: string): string {
  const base = tidy(name.split(/[\\/]/).at(-1) ?? '');
  throwIfWrong([nameCharactersError(base, 'file') ?? []].flat());
  return [...base].slice(0, limits.fileName.max).join('') || 'file';
}

/**
 * Uploaded files. Content is stored once per SHA-256. Only the uploader may read an upload until an event of a task refers to it.
 */
@Injectable()
export class Uploads {
  /** Serialises storing and removing, so that a content found unused cannot get a new upload before it is removed. */
  private readonly mutex = new KeyedMutex();
  private receiving = 0;

  constructor(
    @Inject(FILES) private readonly files: Files,
    @Inject(ACCOUNTS) private readonly accounts: Accounts,
    @Inject(CLAIMS) private readonly claims: Claims,
    @Inject(CONFIG) private readonly config: Pick<Config, 'fileMax'>,
    private readonly readModels: ActiveReadModels,
    private readonly tasks: VisibleTasks,
    private readonly clock: Clock,
    private readonly locks: Locks,
  ) {}

  /**
   * Stores the multipart field `file` of a request; any other field is refused.
   * @param mayStore called before storing, once the request is valid so far; it throws to refuse
   */
  async receive(
    request: FastifyRequest,
    uploadedBy: number,
    mayStore: () => Promise<void> = async () => {},
  ): Promise<FileReference> {
    if (!request.isMultipart()) throw new Refused(refuse('request.media-type'));
    await this.mutex.run('contents', async () => void this.receiving++);
    try {
      const stored = await this.storeOnly(request, mayStore);
      const fileId = await this.claims.next('file');
      const upload: Upload = { fileId, ...stored, uploadedBy, at: this.clock.now() };
      await this.locked(stored.sha256, async () => {
        if ((await this.files.size(stored.sha256)) === undefined) {
          throw new StoreUnavailable('The content was swept meanwhile', 'not-written');
        }
        await this.accounts.insert('upload', idOf(fileId), upload, {
          refs: [`person:${uploadedBy}`, contentRef(stored.sha256)],
          expiresAt: upload.at + dayMs,
        });
      });
      return referenceOf(upload);
    } finally {
      this.receiving--;
    }
  }

  /** The uploads with these ids, in their order; null for an id that is not a recent upload of this person. */
  async references(fileIds: readonly number[], uploadedBy: number): Promise<(FileReference | null)[]> {
    if (fileIds.length === 0) return [];
    const records = await this.accounts.getMany<Upload>('upload', [...new Set(fileIds)].map(idOf));
    const own = new Map(
      records
        .filter(({ value }) => value.uploadedBy === uploadedBy && this.isFresh(value))
        .map(({ value }) => [value.fileId, value]),
    );
    return fileIds.map((id) => (own.has(id) ? referenceOf(own.get(id)!) : null));
  }

  /** The uploads of this person that a description shows as pictures. */
  async shownIn(html: string, uploadedBy: number): Promise<FileReference[]> {
    const ids = [...html.matchAll(shownUploads)].map((match) => Number(match[1]));
    const found = await this.references([...new Set(ids)].slice(0, limits.participants.max), uploadedBy);
    return found.filter((file) => file !== null);
  }

  /** The file if the reader may read it: as its uploader until a task refers to it, later as someone who sees it in a task. */
  async readable(fileId: number, reader: Reader): Promise<FileReference | null> {
    const record = await this.accounts.get<Upload>('upload', idOf(fileId));
    if (!record) return null;
    const documents = await this.readModels.find<TaskDocument>(taskModel, { fileIds: fileId });
    if (documents.length === 0) {
      return this.isFresh(record.value) && record.value.uploadedBy === reader.id ? record.value : null;
    }
    for (const { task } of documents) {
      const document = await this.tasks.find(task.id, reader);
      const file = document?.task.files.find((one) => one.fileId === fileId && !one.deleted);
      if (file) return file;
    }
    return null;
  }

  async open(sha256: string, range?: { start: number; end: number }): Promise<Readable> {
    const content = await this.files.get(sha256, range);
    if (!content) throw new Refused(refuse('task.file.unknown'));
    return content;
  }

  /** Removes uploads older than a day that no task refers to, and contents that no other upload shares. Returns how many. */
  async sweep(): Promise<number> {
    let removed = 0;
    let after: string | undefined;
    for (;;) {
      const records: AccountRecord<Upload>[] = await this.accounts.list<Upload>('upload', { after, limit: 500 });
      for (const { id, value } of records) {
        if (this.isFresh({ at: value.at + graceMs })) continue;
        if (await this.isShown(value.fileId)) continue;
        if (await this.remove(id, value.sha256)) removed++;
      }
      if (records.length < 500) return removed;
      // Embedded stores answer without yielding to the event loop.
      await nextTurn();
      after = records.at(-1)!.id;
    }
  }

  /** In a task, or in what repeated tasks begin with. */
  private async isShown(fileId: number): Promise<boolean> {
    const [tasks, repeated] = await Promise.all([
      this.readModels.count(taskModel, { fileIds: fileId }),
      this.readModels.count(repeatedTaskModel, { fileIds: fileId }),
    ]);
    return tasks + repeated > 0;
  }

  /** False while another upload is being received, which may have the same content. */
  private remove(id: string, sha256: string): Promise<boolean> {
    return this.mutex.run('contents', async () => {
      if (this.receiving > 0) return false;
      await this.accounts.remove('upload', id);
      await this.discard(sha256);
      return true;
    });
  }

  private isFresh({ at }: Pick<Upload, 'at'>): boolean {
    return at + dayMs > this.clock.now();
  }

  private discard(sha256: string): Promise<void> {
    return this.locked(sha256, async () => {
      const others = await this.accounts.byRef('upload', contentRef(sha256));
      if (others.length === 0) await this.files.remove(sha256);
    });
  }

  /** A lock across processes against storing and removing the same content at once; 16 locks, by the first digit of the hash. */
  private locked<T>(sha256: string, action: () => Promise<T>): Promise<T> {
    return this.locks.hold(`content-${sha256[0]}`, action);
  }

  private async storeOnly(request: FastifyRequest, mayStore: () => Promise<void>): Promise<Stored> {
    let stored: Stored | null = null;
    const errors: FieldError[] = [];
    try {
      for await (const part of request.parts()) {
        const isWanted = part.type === 'file' && part.fieldname === 'file' && stored === null;
        if (isWanted && errors.length === 0) {
          const name = fileNameOf(part.filename ?? '');
          await mayStore();
          stored = await this.store(part, name);
          continue;
        }
        if (part.type === 'file') part.file.resume();
        if (!isWanted) errors.push({ path: part.fieldname, code: 'validation.unknown-field' });
      }
      if (stored === null && errors.length === 0) errors.push({ path: 'file', code: 'file.missing' });
      throwIfWrong(errors);
      return stored!;
    } catch (error) {
      // Drains the body: a client that is still sending would not read the response.
      request.raw.resume();
      if (stored !== null) await this.forget(stored.sha256);
      if (isEndless(error)) throw new Refused(refuseFields(errors) ?? tooManyFiles);
      if (error instanceof Refused || error instanceof StoreUnavailable || !isMalformed(error)) throw error;
      throw new Refused(refuse('request.malformed'));
    }
  }

  private async store(part: MultipartFile, name: string): Promise<Stored> {
    const { fileMax } = this.config;
    const { sha256, size } = await this.files.put(part.file, fileMax).catch((error) => {
      if (!(error instanceof FileTooLarge)) throw error;
      const params = { max: Math.round(fileMax / 1024 / 1024) };
      throw new Refused(refuseField('file', 'file.too-large', params));
    });
    try {
      const mime = part.mimetype || 'application/octet-stream';
      if (size === 0) throw new Refused(refuseField('file', 'file.empty'));
      await this.mustBe(mime, { sha256, size });
      return { name, size, mime, sha256 };
    } catch (error) {
      await this.forget(sha256);
      throw error;
    }
  }

  /** Removes a content whose upload was refused after it had been stored. */
  private forget(sha256: string): Promise<void> {
    return this.mutex.run('contents', async () => {
      if (this.receiving === 1) await this.discard(sha256);
    });
  }

  private async mustBe(mime: string, { sha256, size }: StoredFile): Promise<void> {
    if (!checked.test(mime)) return;
    const start = await buffer(await this.open(sha256, { start: 0, end: Math.min(size, tellingBytes) - 1 }));
    const found = await fileTypeFromBuffer(start).catch(() => undefined);
    const family = (type: string) => type.split('/')[0];
    const fits =
      found !== undefined &&
      (found.mime === mime || (/^(audio|video)\//.test(mime) && family(found.mime) === family(mime)));
    // Office documents are zip files, and the entry that tells their type may lie behind the bytes that were read.
    const container =
      mime === 'application/zip' && (found !== undefined || zipStarts.includes(start.toString('latin1', 0, 4)));
    if (!fits && !container) throw new Refused(refuseField('file', 'file.type-lies'));
  }
}
