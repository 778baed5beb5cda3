import { countBytes } from './buffer-chunks.ts'
import type { ListensUpload, Reading } from './listens-upload.ts'
import { readFile } from './read-file.ts'
import { isZip, readZip } from './read-zip.ts'
import { createTrackArtists } from './track-artists.ts'
import { UnreadableFile } from './unreadable-file.ts'

const TRUNCATED_NOTE = 'The file ends in the middle: it was cut off. What stood before is taken.'

/**
 * Reads a member's upload: a file with listens, or a zip with such files. Throws UnreadableFile.
 */
export async function* readUpload(upload: ListensUpload): AsyncGenerator<Reading> {
  const { chunks, length, pause, notes } = upload
  const source = chunks[Symbol.asyncIterator]()
  const start = await source.next()
  if (start.done === true) throw new UnreadableFile('The file is empty.')
  let read = 0
  const all = countBytes(startingWith(start.value, source), async (bytes) => {
    read += bytes
    await pause()
  })
  if (isZip(start.value)) return yield* readZip(all, upload)
  const trackArtists = createTrackArtists({ isComplete: true })
  for await (const rows of readFile(all, { ...upload, trackArtists, onTruncated: () => notes.push(TRUNCATED_NOTE) }))
    yield { ...rows, progress: length === undefined ? undefined : Math.min(1, read / Math.max(1, length)) }
}

async function* startingWith<T>(first: T, rest: AsyncIterator<T>): AsyncGenerator<T> {
  yield first
  for (let next = await rest.next(); next.done !== true; next = await rest.next()) yield next.value
}
