import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createFeedbackCollector } from '#server/import-formats/feedback-rows.ts'
import { createMovedCollector } from '#server/import-formats/moved-records.ts'
import { readUpload } from '#server/import-formats/read-upload.ts'
import type { Row } from '#server/listening/listens/scrobble.ts'

type File = string | Buffer | object

/** What reading a file returned. */
interface ReadFile {
  readonly rows: readonly Row[]
  readonly sources: readonly string[]
  readonly notes: readonly string[]
}

/**
 * Returns a reader that reads listen files as an upload does, without a server or a database.
 * `nowS` is the current time, `timeZone` the member's.
 */
export function createFileReader(nowS: number, { maxBytes = 50_000_000, timeZone = 'UTC' } = {}) {
  const spoolDir = mkdtempSync(join(tmpdir(), 'flipside-imports-'))
  const readChunks = (chunks: AsyncIterable<Uint8Array>, length: number | undefined, notes: string[] = []) =>
    readUpload({
      chunks,
      length,
      spoolDir,
      nowS,
      timeZone,
      maxBytes,
      notes,
      pause: async () => {},
      feedback: createFeedbackCollector(),
      moved: createMovedCollector(),
    })
  /**
   * Sends the file in chunks of `pieceSize` bytes, so that no result depends on their boundaries.
   */
  const read = async (file: File, pieceSize = 7): Promise<ReadFile> => {
    const bytes = bytesOf(file)
    const rows: Row[] = []
    const sources = new Set<string>()
    const notes: string[] = []
    for await (const read of readChunks(inPieces(bytes, pieceSize), bytes.length, notes)) {
      rows.push(...read.rows)
      sources.add(read.source)
    }
    return { rows, sources: [...sources], notes }
  }
  return { read, readChunks, spoolDir }
}

const bytesOf = (file: File): Buffer =>
  Buffer.isBuffer(file) ? file : Buffer.from(typeof file === 'string' ? file : JSON.stringify(file))

async function* inPieces(file: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < file.length; at += size) yield file.subarray(at, at + size)
}
