import type { ListensUpload, Notes, Reading } from './listens-upload.ts'
import { readFile } from './read-file.ts'
import { isZip, readZip } from './read-zip.ts'
import { createTrackArtists } from './track-artists.ts'
import { UnreadableFile } from './unreadable-file.ts'

const TRUNCATED_NOTE = 'The file ends in the middle: it was cut off. What stood before is taken.'

/**
 * Reads a member's upload: a file with listens, or a zip with such files. Throws UnreadableFile.
 */
export async function* readUpload(upload: ListensUpload): AsyncGenerator<Reading, Notes> {
  const { chunks, length, pause } = upload
  const source = chunks[Symbol.asyncIterator]()
  const start = await source.next()
  if (start.done === true) throw new UnreadableFile('The file is empty.')
  let read = 0
  const all = countBytes(startingWith(start.value, source), async (bytes) => {
    read += bytes
    await pause?.()
  })
  if (isZip(start.value)) return yield* readZip(all, upload)
  const rows = readFile(all, { ...upload, trackArtists: createTrackArtists({ isComplete: true }) })
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
  count: (bytes: number) => Promise<void>,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    await count(chunk.length)
    yield chunk
  }
}
