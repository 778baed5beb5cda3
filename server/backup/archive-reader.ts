import { open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { crc32 } from 'node:zlib'
import * as v from 'valibot'
import { type Entry, openPromise, type ZipFile } from 'yauzl'
import { CannotStart } from '#server/config/config.ts'
import { MANIFEST_NAME, toEntryName } from './archive-writer.ts'
import { type Copied, isEqual, measure } from './copy.ts'
import { FORMAT, FORMAT_VERSION, Manifest, type TableEntry } from './manifest.ts'

export interface ArchiveReader {
  readonly manifest: Manifest
  openTable(table: TableEntry): Promise<Readable>
  /** Throws CannotStart if the rows read from a table are not those that were written. */
  verify(table: TableEntry, read: Copied): void
  close(): void
}

const ENTRIES_MAX = 10_000
const MANIFEST_MAX_BYTES = 16_000_000
const ZIP_SIGNATURE = 'PK\u0003\u0004'

/** Opens an archive and reads its manifest. Throws CannotStart if it is not one, or damaged. */
export async function openArchive(path: string): Promise<ArchiveReader> {
  const toDamaged = (error: unknown): CannotStart =>
    error instanceof CannotStart
      ? error
      : new CannotStart(`${path} is damaged or incomplete (${describe(error)}).`, { cause: error })
  await rejectOther(path)
  const zip = await openPromise(path, { autoClose: false }).catch((error: unknown) => {
    throw toDamaged(error)
  })
  try {
    const entries = await listEntries(zip)
    const manifest = await readManifest(zip, entries, path)
    const lost = manifest.tables.find(({ name }) => !entries.has(toEntryName(name)))
    if (lost !== undefined) throw new Error(`the table ${lost.name} is missing`)
    return {
      manifest,
      async openTable({ name }) {
        const entry = entries.get(toEntryName(name))
        if (entry === undefined) throw toDamaged(new Error(`the table ${name} is missing`))
        return Readable.from(withErrors(zip, entry, toDamaged), { objectMode: false })
      },
      verify(table, read) {
        if (!isEqual(table, read))
          throw toDamaged(new Error(`the rows of the table ${table.name} do not match their SHA-256`))
      },
      close: () => zip.close(),
    }
  } catch (error) {
    zip.close()
    throw toDamaged(error)
  }
}

/** Reads all tables and compares them with the manifest. Throws CannotStart if one differs. */
export async function verifyArchive(archive: ArchiveReader): Promise<void> {
  for (const table of archive.manifest.tables) archive.verify(table, await measure(await archive.openTable(table)))
}

async function* withErrors(zip: ZipFile, entry: Entry, toDamaged: (error: unknown) => Error) {
  try {
    for await (const chunk of await zip.openReadStreamPromise(entry)) yield chunk as Buffer
  } catch (error) {
    throw toDamaged(error)
  }
}

/** Distinguishes another file from a damaged archive. */
async function rejectOther(path: string): Promise<void> {
  const file = await open(path, 'r')
  try {
    const { buffer: read, bytesRead } = await file.read({ buffer: Buffer.alloc(ZIP_SIGNATURE.length), position: 0 })
    if (read.subarray(0, bytesRead).toString('latin1') !== ZIP_SIGNATURE)
      throw new CannotStart(`${path} is not a backup of Flipside.`)
  } finally {
    await file.close()
  }
}

async function listEntries(zip: ZipFile): Promise<ReadonlyMap<string, Entry>> {
  if (zip.entryCount > ENTRIES_MAX) throw new Error('it has too many files')
  const entries = new Map<string, Entry>()
  for await (const entry of zip.eachEntry()) entries.set(entry.fileName, entry)
  return entries
}

async function readManifest(zip: ZipFile, entries: ReadonlyMap<string, Entry>, path: string): Promise<Manifest> {
  const entry = entries.get(MANIFEST_NAME)
  if (entry === undefined) throw new CannotStart(`${path} is not a backup of Flipside.`)
  if (entry.uncompressedSize > MANIFEST_MAX_BYTES) throw new Error('its manifest is too large')
  const bytes = await buffer(await zip.openReadStreamPromise(entry))
  if (crc32(bytes) !== entry.crc32) throw new Error('its manifest does not match its checksum')
  const json: unknown = JSON.parse(bytes.toString('utf8'))
  const head = v.parse(v.object({ format: v.literal(FORMAT), version: v.number() }), json)
  if (head.version > FORMAT_VERSION)
    throw new CannotStart(`${path} has the format ${head.version} of a newer Flipside: use the newer version.`)
  return v.parse(Manifest, json)
}

const describe = (error: unknown): string => (error instanceof Error ? error.message.split('\n', 1)[0] : '') ?? ''
