import { type Entry, fromFdPromise } from 'yauzl'
import { UnreadableFile } from './unreadable-file.ts'

/** Twenty years of monthly files are 240. */
const ENTRIES_MAX = 1000
const ENTRY_MAX_BYTES = 2 * 1024 ** 3
const ALL_MAX_BYTES = 8 * 1024 ** 3
/** Listens shrink to a tenth or a thirtieth; a bomb to a thousandth. */
const RATIO_MAX = 200
/** Below this a file may be as hollow as it likes. */
const HARMLESS_BYTES = 10 * 1024 ** 2

/** A file inside a zip. */
export interface ZipEntry {
  readonly bytes: number
  /** Its bytes; fails when they are more than the zip's directory says. */
  open(): Promise<AsyncIterable<Uint8Array>>
}

/**
 * Reads the directory of a zip and checks it before anything is unpacked: how many files, how large, how much larger than
 * packed, and that no name leads out (names are used for nothing). Throws UnreadableFile. The file stays the caller's.
 */
export async function openZip(fd: number): Promise<readonly ZipEntry[]> {
  const zip = await fromFdPromise(fd, { autoClose: false }).catch(damaged)
  if (zip.entryCount > ENTRIES_MAX) throw new UnreadableFile(`The zip holds more than ${ENTRIES_MAX} files.`)
  const entries: Entry[] = []
  try {
    for await (const entry of zip.eachEntry()) entries.push(entry)
  } catch (error) {
    damaged(error)
  }
  checkEntries(entries)
  return entries
    .filter((it) => !it.fileName.endsWith('/'))
    .map((entry) => ({ bytes: entry.uncompressedSize, open: () => zip.openReadStreamPromise(entry) }))
}

function checkEntries(entries: readonly Entry[]): void {
  for (const entry of entries) checkEntry(entry)
  const all = entries.reduce((sum, it) => sum + it.uncompressedSize, 0)
  if (all > ALL_MAX_BYTES) throw new UnreadableFile('The zip holds more than 8 GB.')
}

function checkEntry(entry: Entry): void {
  const { compressedSize, uncompressedSize } = entry
  if (entry.isEncrypted()) throw new UnreadableFile('The zip is locked with a password.')
  if (uncompressedSize > ENTRY_MAX_BYTES) throw new UnreadableFile('A file in the zip is larger than 2 GB.')
  if (uncompressedSize > HARMLESS_BYTES && uncompressedSize > compressedSize * RATIO_MAX) {
    throw new UnreadableFile('The zip unpacks to far more than listens would: it is not opened.')
  }
}

const damaged = (error: unknown): never => {
  throw new UnreadableFile(
    'The zip is damaged, was cut off, or holds names that lead out of it. Download it once more and send it again.',
    { cause: error },
  )
}
