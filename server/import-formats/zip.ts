import { Entry, fromFdPromise, type ZipFile } from 'yauzl'
import { UnreadableFile } from './unreadable-file.ts'

/** Twenty years in monthly files are 240 entries. Counts the files in zips in a zip too. */
export const ENTRIES_MAX = 1000
/**
 * The directory for 1,000 files with long names is 300 kB; all entries are read before a file is.
 */
const DIRECTORY_MAX_BYTES = 1_000_000
/** A directory entry without its name, extra fields and comment. */
const DIRECTORY_ENTRY_BYTES = 46
/** A file's own header, without its name and extra fields. */
const LOCAL_HEADER_BYTES = 30
const ENTRY_MAX_BYTES = 2 * 1024 ** 3
const ALL_MAX_BYTES = 8 * 1024 ** 3
/** Listens compress to a tenth or a thirtieth; a zip bomb to a thousandth. */
const RATIO_MAX = 200
/** Below this a file, or all files together, may have any ratio. */
const HARMLESS_BYTES = 10 * 1024 ** 2

export interface ZipEntry {
  /** Never a file name here: only workbook parts are found by it. */
  readonly name: string
  readonly bytes: number
  /** Returns the file bytes; fails if there are more than the zip's directory declares. */
  open(): Promise<AsyncIterable<Uint8Array>>
}

/**
 * Reads the directory of a zip and checks it before unpacking: its own size, the number and sizes
 * of files, the compression ratio, that no two files share bytes, and that no name leaves the
 * folder (names are never used). Throws UnreadableFile. The caller still owns the file descriptor.
 */
export async function openZip(fd: number): Promise<readonly ZipEntry[]> {
  const zip = await fromFdPromise(fd, { autoClose: false }).catch(throwDamaged)
  if (zip.entryCount > ENTRIES_MAX) throw new UnreadableFile(`The zip holds more than ${ENTRIES_MAX} files.`)
  const entries = await readDirectory(zip)
  checkEntries(entries)
  return entries
    .filter((entry) => !entry.fileName.endsWith('/'))
    .map((entry) => ({
      name: entry.fileName,
      bytes: entry.uncompressedSize,
      open: () => zip.openReadStreamPromise(entry),
    }))
}

/**
 * Throws before more than `DIRECTORY_MAX_BYTES` and one entry are read, regardless of the declared
 * directory size.
 */
async function readDirectory(zip: ZipFile): Promise<readonly Entry[]> {
  const entries: Entry[] = []
  let bytes = 0
  try {
    for await (const entry of zip.eachEntry()) {
      const { fileNameLength, extraFieldLength, fileCommentLength } = entry
      bytes += DIRECTORY_ENTRY_BYTES + fileNameLength + extraFieldLength + fileCommentLength
      if (bytes > DIRECTORY_MAX_BYTES) throw new UnreadableFile('The list of files in the zip is longer than 1 MB.')
      entries.push(withoutNotes(entry))
    }
  } catch (error) {
    if (error instanceof UnreadableFile) throw error
    throwDamaged(error)
  }
  return entries
}

/**
 * Returns the entry with only the fields needed to open the file: one 65 kB extra field parses to
 * 16,000 objects.
 */
function withoutNotes(entry: Entry): Entry {
  const { generalPurposeBitFlag, compressionMethod, crc32, compressedSize, uncompressedSize } = entry
  const { fileNameLength, relativeOffsetOfLocalHeader } = entry
  const sizes = { crc32, compressedSize, uncompressedSize, fileNameLength, relativeOffsetOfLocalHeader }
  const { fileName } = entry
  return Object.assign(new Entry(), { generalPurposeBitFlag, compressionMethod, fileName, ...sizes })
}

function checkEntries(entries: readonly Entry[]): void {
  for (const entry of entries) checkEntry(entry)
  const sumSizes = (sizeOf: (entry: Entry) => number) => entries.reduce((all, entry) => all + sizeOf(entry), 0)
  const unpacked = sumSizes((entry) => entry.uncompressedSize)
  if (unpacked > ALL_MAX_BYTES) throw new UnreadableFile('The zip holds more than 8 GB.')
  const packed = sumSizes((entry) => entry.compressedSize)
  checkRatio(unpacked, packed)
  checkNoOverlap(entries)
}

function checkEntry(entry: Entry): void {
  const { compressedSize, uncompressedSize } = entry
  if (entry.isEncrypted()) throw new UnreadableFile('The zip is locked with a password.')
  if (uncompressedSize > ENTRY_MAX_BYTES) throw new UnreadableFile('A file in the zip is larger than 2 GB.')
  checkRatio(uncompressedSize, compressedSize)
}

function checkRatio(unpacked: number, packed: number): void {
  if (unpacked > HARMLESS_BYTES && unpacked > packed * RATIO_MAX) {
    throw new UnreadableFile('The zip unpacks to far more than listens would: it is not opened.')
  }
}

/** Throws if files share bytes, which lets a small zip unpack to a large one. */
function checkNoOverlap(entries: readonly Entry[]): void {
  let end = 0
  for (const entry of entries.toSorted((a, b) => a.relativeOffsetOfLocalHeader - b.relativeOffsetOfLocalHeader)) {
    const { relativeOffsetOfLocalHeader: start, fileNameLength, compressedSize } = entry
    if (start < end) throw new UnreadableFile('Files in the zip overlap: it is not opened.')
    end = start + LOCAL_HEADER_BYTES + fileNameLength + compressedSize
  }
}

const throwDamaged = (error: unknown): never => {
  throw new UnreadableFile(
    'The zip is damaged, was cut off, or holds names that lead out of it. Download it once more and send it again.',
    { cause: error },
  )
}
