import type { IncomingMessage } from 'node:http'
import { toFields } from '#server/listening/listens/scrobble.ts'
import { ServiceFailure } from '../service-failure.ts'
import { toText } from './read-text.ts'
import {
  callLibrary,
  type LibraryAccount,
  type LibraryServices,
  NOT_FOUND,
  openFile,
  readContent,
  SMALL_RESPONSE,
  SubsonicError,
} from './subsonic-call.ts'

/** An error in JSON or XML is read up to this size. */
const ERROR_MAX_BYTES = 65_536

/**
 * Requests a song file, as it is. Resolves to the response with its body unread, which has status
 * 200, 206 or 416, and audio unless it has 416. Throws {@link ServiceFailure}.
 */
export const openSong = (
  services: LibraryServices,
  library: LibraryAccount,
  songId: string,
  { range, signal }: { readonly range: string | undefined; readonly signal: AbortSignal },
): Promise<IncomingMessage> => {
  const headers = { accept: 'audio/*', ...(range !== undefined && { range }) }
  const request = { parameters: { id: songId, format: 'raw' }, headers, signal }
  return openFile(services, library, 'stream', request, async (response) => {
    if (response.statusCode === 416) return
    const isFile = response.statusCode === 200 || response.statusCode === 206
    if (!isFile || !isMedia(response, 'audio')) throw await readError(response)
  })
}

/**
 * Requests the cover of a song, at most `side` pixels wide if the library scales. Resolves to the
 * response with its body unread, undefined if the song has none. Throws {@link ServiceFailure}.
 */
export async function openCover(
  services: LibraryServices,
  library: LibraryAccount,
  { songId, side }: { readonly songId: string; readonly side: number },
  signal: AbortSignal,
): Promise<IncomingMessage | undefined> {
  const { song } = await callLibrary(services, library, 'getSong', {
    ...SMALL_RESPONSE,
    signal,
    parameters: { id: songId },
  })
  const id = toText(toFields(song)['coverArt'])
  if (id === undefined) return undefined
  const request = { parameters: { id, size: String(side) }, headers: { accept: 'image/*' }, signal }
  return openFile(services, library, 'getCoverArt', request, async (response) => {
    if (response.statusCode !== 200 || !isMedia(response, 'image')) throw await readError(response)
  })
}

/** Whether a response is of this type as it is, not compressed again. */
function isMedia({ headers }: IncomingMessage, kind: 'audio' | 'image'): boolean {
  const encoding = headers['content-encoding'] ?? 'identity'
  const [, type] = /^(\w+)\/[\w.+-]{1,60}(?:$|\s*;)/.exec(headers['content-type'] ?? '') ?? []
  return encoding === 'identity' && type?.toLowerCase() === kind
}

/** Returns the failure in a response without the file, and closes its connection. */
async function readError(response: IncomingMessage): Promise<ServiceFailure> {
  const status = response.statusCode ?? 0
  const chunks: Buffer[] = []
  let length = 0
  if (/^application\/json\b/i.test(response.headers['content-type'] ?? '')) {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      length += chunk.length
      if (length > ERROR_MAX_BYTES) break
      chunks.push(chunk)
    }
  }
  response.destroy()
  try {
    const json = length > 0 ? (JSON.parse(Buffer.concat(chunks).toString('utf8')) as unknown) : undefined
    readContent({ status, json })
  } catch (error) {
    if (status === 404) return new SubsonicError(NOT_FOUND)
    if (error instanceof ServiceFailure) return error
  }
  return new ServiceFailure('unreadable_answer')
}
