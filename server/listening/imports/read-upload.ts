import { randomUUID } from 'node:crypto'
import { type FileHandle, mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { readFile } from './read-file.ts'
import type { FileRows } from './text-reader.ts'
import { TooMuchUnpacked, UnknownFormat, UnreadableFile } from './unreadable-file.ts'
import { openZip, type ZipEntry } from './zip.ts'

/** Rows of an upload, and the fraction read so far. */
export interface Reading extends FileRows {
  /** 0 to 1; undefined if the length is unknown. */
  readonly progress: number | undefined
}

export interface ListensUpload {
  readonly chunks: AsyncIterable<Uint8Array>
  /** In bytes, as declared by the sender. */
  readonly length: number | undefined
  /** Folder for a zip while it is read: its directory is at its end, so it is stored first. */
  readonly spoolDir: string
  readonly nowS: number
  /** The IANA zone of local times in the file that name no zone; UTC if it is unknown. */
  readonly timeZone: string
  /** The maximum number of bytes that a zip may unpack to; `chunks` limits an unpacked upload. */
  readonly maxBytes: number
}

/** Sentences about the parts that could not be read. */
export type Notes = readonly string[]

const ZIP_STARTS = ['PK\x03\x04', 'PK\x05\x06']
const TRUNCATED_NOTE = 'The file ends in the middle: it was cut off. What stood before is taken.'

/**
 * Reads an upload of a member: a file of listens, or a zip of such files. Throws UnreadableFile.
 */
export async function* readUpload(upload: ListensUpload): AsyncGenerator<Reading, Notes> {
  const { chunks, length, spoolDir } = upload
  const source = chunks[Symbol.asyncIterator]()
  const start = await source.next()
  if (start.done === true) throw new UnreadableFile('The file is empty.')
  let read = 0
  const all = countBytes(startingWith(start.value, source), (bytes) => (read += bytes))
  if (ZIP_STARTS.includes(Buffer.from(start.value).toString('latin1', 0, 4))) {
    return yield* readSpooled(all, spoolDir, (file) => readZip(file, upload))
  }
  const rows = readFile(all, upload)
  for (let next = await rows.next(); ; next = await rows.next()) {
    if (next.done === true) return next.value.isTruncated ? [TRUNCATED_NOTE] : []
    yield { ...next.value, progress: length === undefined ? undefined : Math.min(1, read / Math.max(1, length)) }
  }
}

async function* startingWith<T>(first: T, rest: AsyncIterator<T>): AsyncGenerator<T> {
  yield first
  for (let next = await rest.next(); next.done !== true; next = await rest.next()) yield next.value
}

async function* countBytes(
  chunks: AsyncIterable<Uint8Array>,
  count: (bytes: number) => void,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    count(chunk.length)
    yield chunk
  }
}

/**
 * Spools the bytes to a file that is unlinked at once, so that nothing remains if the process dies.
 */
async function* readSpooled<T, R>(
  chunks: AsyncIterable<Uint8Array>,
  dir: string,
  read: (file: FileHandle) => AsyncGenerator<T, R>,
): AsyncGenerator<T, R> {
  await mkdir(dir, { recursive: true, mode: 0o700 })
  const path = join(dir, `${randomUUID()}.zip`)
  const file = await open(path, 'wx+', 0o600)
  try {
    await rm(path)
    for await (const chunk of chunks) await file.appendFile(chunk)
    return yield* read(file)
  } finally {
    await file.close()
  }
}

async function* readZip(file: FileHandle, upload: ListensUpload): AsyncGenerator<Reading, Notes> {
  const entries = await openZip(file.fd)
  const all = entries.reduce((sum, entry) => sum + entry.bytes, 0)
  const tally = { known: 0, truncated: 0, damaged: 0, unpacked: 0 }
  let before = 0
  for (const entry of entries) {
    for await (const { read, ...rows } of readEntry(entry, upload, tally)) {
      yield { ...rows, progress: (before + read) / Math.max(1, all) }
    }
    before += entry.bytes
  }
  if (tally.known === 0) throw new UnreadableFile('The zip holds no file of listens that Flipside knows.')
  return [
    ...(tally.truncated === 0 ? [] : [`${inZip(tally.truncated)} cut off: what stood before is taken.`]),
    ...(tally.damaged === 0 ? [] : [`${inZip(tally.damaged)} damaged and left out from there on.`]),
  ]
}

const inZip = (files: number) => (files === 1 ? 'One file in the zip is' : `${files} files in the zip are`)

interface Tally {
  known: number
  truncated: number
  damaged: number
  /** Bytes. */
  unpacked: number
}

/** Skips files of other kinds (playlists, letters); a damaged file does not affect the rest. */
async function* readEntry(
  entry: ZipEntry,
  upload: ListensUpload,
  tally: Tally,
): AsyncGenerator<FileRows & { read: number }> {
  let read = 0
  let isKnown = false
  const count = (bytes: number) => {
    read += bytes
    tally.unpacked += bytes
    if (tally.unpacked > upload.maxBytes) throw new TooMuchUnpacked(upload.maxBytes)
  }
  try {
    const rows = readFile(countBytes(await entry.open(), count), upload)
    for (let next = await rows.next(); ; next = await rows.next()) {
      if (!isKnown) tally.known++
      isKnown = true
      if (next.done === true) {
        if (next.value.isTruncated) tally.truncated++
        return
      }
      yield { ...next.value, read }
    }
  } catch (error) {
    if (error instanceof UnknownFormat) return
    if (error instanceof TooMuchUnpacked || !isDamage(error)) throw error
    tally.damaged++
  }
}

/**
 * Errors of zlib and the zip reader have no type of their own; database and system errors have
 * other codes.
 */
const isDamage = (error: unknown): boolean =>
  error instanceof UnreadableFile ||
  (error instanceof Error && (!('code' in error) || String(error.code).startsWith('Z_')) && error.name === 'Error')
