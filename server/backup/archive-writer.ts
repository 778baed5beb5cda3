import { createWriteStream } from 'node:fs'
import { open, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Readable } from 'node:stream'
import { finished, pipeline } from 'node:stream/promises'
import { ZipFile } from 'yazl'
import { CannotStart } from '#server/config/config.ts'
import { type Copied, createMeter } from './copy.ts'
import type { Manifest } from './manifest.ts'

/** The first level that costs less time than reading the rows. */
const COMPRESSION_LEVEL = 6
/** Readable by its owner alone: an archive contains password hashes. */
const FILE_MODE = 0o600

export const toEntryName = (table: string): string => `tables/${table}.copy`
export const MANIFEST_NAME = 'manifest.json'

interface ArchiveWriter {
  /** Adds a table's rows. Resolves when they are compressed. */
  addTable(name: string, open: () => Readable): Promise<Copied>
  /** Adds the manifest; the archive is complete and durable when it resolves. Returns its bytes. */
  finish(manifest: Manifest): Promise<number>
}

/**
 * Writes an archive: under a temporary name until it is complete and on the disk, then under its
 * own. If `work` or a write fails, no file is left. Throws CannotStart if the file exists.
 */
export async function writeArchive<T>(path: string, work: (archive: ArchiveWriter) => Promise<T>): Promise<T> {
  await rejectExisting(path)
  const unfinished = `${path}.part-${process.pid}`
  const zip = new ZipFile()
  const file = createWriteStream(unfinished, { flags: 'wx', mode: FILE_MODE, flush: true })
  const written = pipeline(zip.outputStream, file)
  // Also reported by the table that was being added.
  written.catch(() => {})
  try {
    const result = await work(toWriter(zip, written, () => file.bytesWritten))
    await written
    await rejectExisting(path)
    await rename(unfinished, path)
    await syncFolder(dirname(path))
    return result
  } catch (error) {
    file.destroy()
    await written.catch(() => {})
    await rm(unfinished, { force: true })
    throw error
  }
}

function toWriter(zip: ZipFile, written: Promise<void>, countBytes: () => number): ArchiveWriter {
  const mtime = new Date()
  const failed = written.then(() => new Promise<never>(() => {}))
  const options = { mtime, mode: 0o100600, compressionLevel: COMPRESSION_LEVEL }
  return {
    async addTable(name, openRows) {
      const meter = createMeter()
      zip.addReadStreamLazy(toEntryName(name), options, (use) => {
        const rows = openRows()
        rows.on('error', (error) => meter.destroy(error))
        use(null, rows.pipe(meter))
      })
      await Promise.race([finished(meter), failed])
      return meter.finish()
    },
    async finish(manifest) {
      zip.addBuffer(Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`), MANIFEST_NAME, options)
      zip.end()
      await written
      return countBytes()
    },
  }
}

async function rejectExisting(path: string): Promise<void> {
  const found = await stat(path).catch(() => undefined)
  if (found !== undefined) throw new CannotStart(`${path} exists already.`)
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
