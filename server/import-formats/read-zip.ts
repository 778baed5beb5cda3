import { randomUUID } from 'node:crypto'
import { type FileHandle, mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { NeedsNames } from './apple-plays.ts'
import { countBytes } from './buffer-chunks.ts'
import type { ListensUpload, Reading } from './listens-upload.ts'
import { readFile } from './read-file.ts'
import type { FileRows } from './text-reader.ts'
import { createTrackArtists, type TrackArtists } from './track-artists.ts'
import { TooMuchUnpacked, UnknownFormat, UnreadableFile } from './unreadable-file.ts'
import { isOfficeDocument, readWorkbook, toWorkbook, type Workbook } from './workbook.ts'
import { ENTRIES_MAX, openZip, type ZipEntry } from './zip.ts'

/** Apple's export has a zip in a zip in a zip. */
const DEPTH_MAX = 4
/** Zips in a zip: each is an open file. */
const ZIPS_MAX = 100
const ZIP_STARTS = ['PK\x03\x04', 'PK\x05\x06']

/** Returns whether a file is a zip, by its first bytes. */
export const isZip = (start: Uint8Array): boolean => ZIP_STARTS.includes(Buffer.from(start).toString('latin1', 0, 4))

/** A file that is read: by itself, or the workbook parts. */
type ReadableFile = ZipEntry | Workbook

interface Tally {
  files: number
  known: number
  truncated: number
  damaged: number
  /** Why the last damaged file could not be read, if there is a sentence for it. */
  failure: UnreadableFile | undefined
  /** Zips in the zip beyond the limits. */
  leftOut: number
  spooledBytes: number
  /** Documents that were spooled and skipped. */
  documentBytes: number
  unpackedBytes: number
}

interface ZipReading {
  readonly upload: ListensUpload
  /** Spooled zips, open until all is read. */
  readonly handles: FileHandle[]
  readonly tally: Tally
}

/**
 * Reads the files in an uploaded zip, and in zips in it; other kinds of files are skipped. A file
 * that needs names from others is read after them. Throws UnreadableFile.
 */
export async function* readZip(chunks: AsyncIterable<Uint8Array>, upload: ListensUpload): AsyncGenerator<Reading> {
  const tally: Tally = {
    files: 0,
    known: 0,
    truncated: 0,
    damaged: 0,
    failure: undefined,
    leftOut: 0,
    spooledBytes: 0,
    documentBytes: 0,
    unpackedBytes: 0,
  }
  const reading: ZipReading = { upload, handles: [], tally }
  try {
    const entries = await openZip((await spool(chunks, reading)).fd)
    tally.files = entries.length
    const files = await listFiles(entries, reading, 1)
    const bytes = files.reduce((sum, file) => sum + file.bytes, 1)
    const trackArtists = createTrackArtists()
    let before = 0
    const waiting: ReadableFile[] = []
    for (const queue of [files, waiting]) {
      for (const file of queue) {
        try {
          for await (const rows of readEntry(file, reading, trackArtists))
            yield { ...rows, progress: Math.min(1, (before + rows.readBytes) / bytes) }
          before += file.bytes
        } catch (error) {
          if (!(error instanceof NeedsNames)) throw error
          waiting.push(file)
        }
      }
      trackArtists.complete()
    }
    if (tally.known === 0 && toWorkbook(entries) !== undefined) throw tally.failure ?? new UnknownFormat()
    if (tally.known === 0) throw new UnreadableFile("Flipside can't read any file in this zip. See which files work.")
    const { truncated, leftOut, damaged } = tally
    if (truncated > 0) upload.notes.push(`${inZip(truncated)} cut off: what stood before is taken.`)
    if (leftOut > 0) upload.notes.push(`${inZip(leftOut)} left out: a zip that is too large, or one too many.`)
    if (damaged > 0) upload.notes.push(`${inZip(damaged)} damaged and left out from there on.`)
  } finally {
    await Promise.all(reading.handles.map((handle) => handle.close()))
  }
}

const inZip = (files: number) => (files === 1 ? 'One file in the zip is' : `${files} files in the zip are`)

/**
 * Spools the bytes to a file that is unlinked at once, so that nothing remains if the process dies.
 */
async function spool(chunks: AsyncIterable<Uint8Array>, { upload, handles }: ZipReading): Promise<FileHandle> {
  await mkdir(upload.spoolDir, { recursive: true, mode: 0o700 })
  const path = join(upload.spoolDir, `${randomUUID()}.zip`)
  const file = await open(path, 'wx+', 0o600)
  handles.push(file)
  await rm(path)
  for await (const chunk of chunks) {
    await file.appendFile(chunk)
    await upload.pause()
  }
  return file
}

/**
 * Returns zip entries as files. A zip among them is replaced with its files; workbook files are one
 * file.
 */
async function listFiles(
  entries: readonly ZipEntry[],
  reading: ZipReading,
  depth: number,
): Promise<readonly ReadableFile[]> {
  const workbook = toWorkbook(entries)
  if (workbook !== undefined) return [workbook]
  const files: ReadableFile[] = []
  for (const entry of entries) {
    const isNested = depth < DEPTH_MAX && (await isZipEntry(entry))
    files.push(...(isNested ? await listNested(entry, reading, depth + 1) : [entry]))
  }
  return files
}

/** Returns the files in a zip in a zip: none if it is damaged, or beyond a limit. */
async function listNested(entry: ZipEntry, reading: ZipReading, depth: number): Promise<readonly ReadableFile[]> {
  const { upload, handles, tally } = reading
  const spooledBytes = Math.max(tally.spooledBytes, tally.documentBytes)
  if (handles.length >= ZIPS_MAX || spooledBytes + entry.bytes > upload.maxBytes) {
    tally.leftOut++
    return []
  }
  tally.spooledBytes += entry.bytes
  try {
    const zip = await spool(await entry.open(), reading)
    const entries = await openZip(zip.fd)
    if (isOfficeDocument(entries) && toWorkbook(entries) === undefined) {
      handles.pop()
      await zip.close()
      tally.spooledBytes -= entry.bytes
      tally.documentBytes += entry.bytes
      return []
    }
    tally.files += entries.length
    if (tally.files <= ENTRIES_MAX) return await listFiles(entries, reading, depth)
    tally.files -= entries.length
    tally.leftOut++
  } catch (error) {
    if (!isDamage(error)) throw error
    tally.damaged++
  }
  return []
}

async function isZipEntry(entry: ZipEntry): Promise<boolean> {
  // An empty zip has 22 bytes.
  if (entry.bytes < 22) return false
  try {
    for await (const chunk of await entry.open()) return isZip(chunk)
  } catch (error) {
    // It is read as a file, which reports the damage.
    if (!isDamage(error)) throw error
  }
  return false
}

/** A damaged file does not affect the rest. Throws NeedsNames, and TooMuchUnpacked. */
async function* readEntry(
  file: ReadableFile,
  { upload, tally }: ZipReading,
  trackArtists: TrackArtists,
): AsyncGenerator<FileRows & { readBytes: number }> {
  const { maxBytes, pause } = upload
  let readBytes = 0
  let isKnown = false
  const open = async (entry: ZipEntry) =>
    countBytes(await entry.open(), async (bytes) => {
      readBytes += bytes
      tally.unpackedBytes += bytes
      if (tally.unpackedBytes > maxBytes) throw new TooMuchUnpacked(maxBytes)
      await pause()
    })
  const context = { ...upload, trackArtists, onTruncated: () => tally.truncated++ }
  try {
    const rows = 'sheets' in file ? readWorkbook(file, open, context) : readFile(await open(file), context)
    for await (const part of rows) {
      isKnown = true
      yield { ...part, readBytes }
    }
    isKnown = true
  } catch (error) {
    if (error instanceof UnknownFormat) return
    if (error instanceof NeedsNames || error instanceof TooMuchUnpacked || !isDamage(error)) throw error
    tally.damaged++
    if (error instanceof UnreadableFile) tally.failure = error
  } finally {
    if (isKnown) tally.known++
  }
}

/**
 * Errors from zlib and the zip reader have no type of their own; database and system errors have
 * other codes.
 */
const isDamage = (error: unknown): boolean =>
  error instanceof UnreadableFile ||
  (error instanceof Error && (!('code' in error) || String(error.code).startsWith('Z_')) && error.name === 'Error')
