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
  normalizeText,
  refuse,
  refuseField,
  refuseFields,
  tooMany,
} from '@gos/domain';
import { repeatedTaskModel, taskModel, visibleTo } from '@gos/projections';
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
import { inParts } from '../../kernel/pieces';
import { Refused, throwIfWrong } from '../../kernel/refused';
import { StoreUnavailable } from '../../kernel/store-errors';
import { requestTime } from '../../observability/correlation';
import { ACCOUNTS, type AccountRecord, type Accounts } from '../../stores/accounts/accounts';
import { CLAIMS, type Claims } from '../../stores/claims/claims';
import { FILES, type Files, FileTooLarge, type StoredFile } from '../../stores/files/files';
import type { Filter } from '../../stores/read-models/read-models';
import { VisibleTasks } from '../task/visible-tasks';
import { UploadTurns } from './upload-turns';

interface Upload extends FileReference {
  readonly uploadedBy: number;
  readonly at: number;
  /** A task holds it. */
  readonly settled?: true;
}

type Stored = Omit<FileReference, 'fileId'>;
type Reader = SignedIn['actor'];

const dayMs = 24 * 60 * 60 * 1_000;
/** Added to the lifetime before sweeping, so that a command accepted within the day can still refer to the upload. */
const graceMs = 5 * 60 * 1_000;
const idOf = (fileId: number) => String(fileId).padStart(15, '0');
const mib = 1024 * 1024;
/** Documents or records that are looked at in one piece. */
const atOnce = 20;
const quotaRetrySeconds = 60 * 60;
/** The record of a person's uploads of the last day or so. */
const latelyRef = (personId: number) => `lately:${personId}`;
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

const mostType = 100;
const typePattern = /^[a-z0-9][a-z0-9!#$&^_.+-]*\/[a-z0-9][a-z0-9!#$&^_.+-]*$/;

/** The type that a sender declares, without parameters; what is none, or longer than any, is just bytes. */
function typeOf(declared: string | undefined): string {
  const [first = ''] = (declared ?? '').slice(0, 2 * mostType).split(';');
  const type = first.trim().toLowerCase();
  return type.length <= mostType && typePattern.test(type) ? type : 'application/octet-stream';
}

/** Bytes read to detect the type of a content. */
const tellingBytes = 256 * 1024;
const zipStarts = ['PK\x03\x04', 'PK\x05\x06'];

/**
 * A file name without folders, at most 255 code points.
 * @throws Refused `validation.characters`
 */
function fileNameOf(name: string): string {
  const base = normalizeText(name.split(/[\\/]/).at(-1) ?? '');
  throwIfWrong([nameCharactersError(base, 'file') ?? []].flat());
  return [...base].slice(0, limits.fileName.max).join('') || 'file';
}

/**
 * Uploaded files. Content is stored once per SHA-256. Only the uploader may read an upload until an event of a task refers to it.
 */
@Injectable()
export class Uploads {
  private readonly mutex = new KeyedMutex();
  /** Contents that have been stored and are not recorded yet, by how many uploads: an upload of the same that is refused leaves them. */
  private readonly held = new Map<string, number>();

  constructor(
    @Inject(FILES) private readonly files: Files,
    @Inject(ACCOUNTS) private readonly accounts: Accounts,
    @Inject(CLAIMS) private readonly claims: Claims,
    @Inject(CONFIG) private readonly config: Pick<Config, 'fileMax' | 'uploadQuota'>,
    private readonly readModels: ActiveReadModels,
    private readonly tasks: VisibleTasks,
    private readonly clock: Clock,
    private readonly locks: Locks,
    private readonly turns: UploadTurns,
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
    return this.turns.run(uploadedBy, async () => {
      await this.mustHaveRoom(uploadedBy, 0);
      const stored = await this.storeOnly(request, mayStore);
      try {
        // One after the other for each person, so that no two are counted without each other.
        return await this.mutex.run(`person-${uploadedBy}`, () => this.record(stored, uploadedBy));
      } catch (error) {
        if (error instanceof Refused) await this.forget(stored.sha256);
        else this.letGo(stored.sha256);
        throw error;
      }
    });
  }

  private async record(stored: Stored, uploadedBy: number): Promise<FileReference> {
    await this.mustHaveRoom(uploadedBy, stored.size);
    const fileId = await this.claims.next('file');
    const upload: Upload = { fileId, ...stored, uploadedBy, at: this.clock.now() };
    await this.locked(stored.sha256, async () => {
      if ((await this.files.size(stored.sha256)) === undefined) {
        throw new StoreUnavailable('The content was swept meanwhile', 'not-written');
      }
      await this.accounts.insert('upload', idOf(fileId), upload, {
        refs: [`person:${uploadedBy}`, contentRef(stored.sha256), latelyRef(uploadedBy)],
        expiresAt: upload.at + dayMs,
      });
    });
    this.letGo(stored.sha256);
    return referenceOf(upload);
  }

  /** Removes an upload that a refused command would have put into a task. */
  async giveUp({ fileId, sha256 }: FileReference): Promise<void> {
    await this.accounts.remove('upload', idOf(fileId));
    await this.discard(sha256);
  }

  /**
   * Checks the size of a person's files that no task holds. Only recent uploads count: older ones are in a task or were
   * swept.
   * @throws Refused `limit.quota`, `validation.too-many`
   */
  private async mustHaveRoom(uploadedBy: number, more: number): Promise<void> {
    const { uploadQuota } = this.config;
    const { kept: most } = limits.uploads;
    const sizeOf = (uploads: readonly AccountRecord<Upload>[]) =>
      uploads.reduce((sum, { value }) => sum + value.size, 0);
    const hasRoom = (uploads: readonly AccountRecord<Upload>[]) =>
      uploads.length < most && sizeOf(uploads) + more <= uploadQuota;
    const records = await this.accounts.byRef<Upload>('upload', latelyRef(uploadedBy));
    if (hasRoom(records)) return;
    const kept: AccountRecord<Upload>[] = [];
    const shown: AccountRecord<Upload>[] = [];
    for await (const part of inParts(records, atOnce)) {
      for (const record of part) ((await this.isShown(record.value.fileId)) ? shown : kept).push(record);
    }
    // They are not looked at again with the next upload.
    await Promise.all(shown.map((record) => this.settle(record)));
    if (hasRoom(kept)) return;
    if (kept.length >= most) throwIfWrong([tooMany('file', 'uploads', most)]);
    const params = { kept: Math.round(sizeOf(kept) / mib), max: Math.round(uploadQuota / mib) };
    throw new Refused(refuse('limit.quota', { params }), undefined, quotaRetrySeconds);
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
  async readable(fileId: number, reader: Reader, { deletedToo = false } = {}): Promise<FileReference | null> {
    const record = await this.accounts.get<Upload>('upload', idOf(fileId));
    if (!record) return null;
    const inTasks = { fileIds: fileId };
    if ((await this.readModels.count(taskModel, inTasks)) === 0) {
      return this.isFresh(record.value) && record.value.uploadedBy === reader.id ? record.value : null;
    }
    const seen = { $and: [inTasks, ...(deletedToo ? [] : [{ deleted: false }]), visibleTo(reader) as Filter] };
    for await (const part of inParts(await this.readModels.ids(taskModel, seen), atOnce)) {
      for (const taskId of part) {
        const document = await this.tasks.find(Number(taskId), reader, { deletedToo });
        const file = document?.task.files.find((one) => one.fileId === fileId && !one.deleted);
        if (file) return file;
      }
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
      for (const record of records) {
        const { id, value } = record;
        if (this.isFresh({ at: value.at + graceMs })) continue;
        if (await this.isShown(value.fileId)) {
          await this.settle(record);
          continue;
        }
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

  /** Files that a task holds no longer count for the person who uploaded them. */
  private async settle({ id, version, value }: AccountRecord<Upload>): Promise<void> {
    if (value.settled) return;
    await this.accounts.replace<Upload>(
      'upload',
      id,
      version,
      { ...value, settled: true },
      {
        refs: [`person:${value.uploadedBy}`, contentRef(value.sha256)],
        expiresAt: value.at + dayMs,
      },
    );
  }

  /** False where another upload has just stored the same content. */
  private async remove(id: string, sha256: string): Promise<boolean> {
    if (this.held.has(sha256)) return false;
    await this.accounts.remove('upload', id);
    await this.discard(sha256);
    return true;
  }

  private isFresh({ at }: Pick<Upload, 'at'>): boolean {
    return at + dayMs > this.clock.now();
  }

  private discard(sha256: string): Promise<void> {
    return this.locked(sha256, async () => {
      if (this.held.has(sha256)) return;
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
      if (stored !== null) await this.forget(stored.sha256);
      if (isEndless(error)) throw new Refused(refuseFields(errors) ?? tooManyFiles);
      if (error instanceof Refused || error instanceof StoreUnavailable || !isMalformed(error)) throw error;
      throw new Refused(refuse('request.malformed'));
    }
  }

  private async store(part: MultipartFile, name: string): Promise<Stored> {
    const { fileMax } = this.config;
    const time = requestTime();
    time.beginAfter(part.file);
    const { sha256, size } = await this.files.put(part.file, fileMax, time.begin).catch((error) => {
      if (!(error instanceof FileTooLarge)) throw error;
      const params = { max: Math.round(fileMax / 1024 / 1024) };
      throw new Refused(refuseField('file', 'file.too-large', params));
    });
    this.held.set(sha256, (this.held.get(sha256) ?? 0) + 1);
    try {
      const mime = typeOf(part.mimetype);
      if (size === 0) throw new Refused(refuseField('file', 'file.empty'));
      await this.mustBe(mime, { sha256, size });
      return { name, size, mime, sha256 };
    } catch (error) {
      await this.forget(sha256);
      throw error;
    }
  }

  /** Removes a content whose upload was refused after it had been stored; not what another one has stored meanwhile. */
  private forget(sha256: string): Promise<void> {
    this.letGo(sha256);
    return this.discard(sha256);
  }

  private letGo(sha256: string): void {
    const left = (this.held.get(sha256) ?? 0) - 1;
    if (left > 0) this.held.set(sha256, left);
    else this.held.delete(sha256);
  }

  private async mustBe(mime: string, { sha256, size }: StoredFile): Promise<void> {
    if (!checked.test(mime)) return;
    const start = await buffer(await this.open(sha256, { start: 0, end: Math.min(size, tellingBytes) - 1 }));
    const found = await fileTypeFromBuffer(start).catch(() => undefined);
    const family = (type: string) => type.split('/')[0];
    const fits =
      found !== undefined &&
      (found.mime === mime || (/^(audio|video)\//.test(mime) && family(found.mime) === family(mime)));
    // Office documents are zip files, and the entry with their type may lie behind the bytes that were read.
    const container =
      mime === 'application/zip' && (found !== undefined || zipStarts.includes(start.toString('latin1', 0, 4)));
    if (!fits && !container) throw new Refused(refuseField('file', 'file.type-lies'));
  }
}
