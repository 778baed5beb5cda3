import { addressIn } from '#server/http/address.ts'
import type { Api, RequestContext } from '#server/http/api.ts'
import { READS, takeProcessTokens } from '#server/http/limits.ts'
import { Refusal } from '#server/http/refusal.ts'
import { findViewerId } from '#server/http/request.ts'
import { ServiceFailure } from '../service-failure.ts'
import { libraryFailureTexts } from './library-failure.ts'
import { type FoundSong, findSong } from './store.ts'

/**
 * Returns the song that a request names, from the library of the session's member. Sets
 * `Cache-Control` to `no-store`. Throws a Refusal.
 */
export async function findRequestedSong(api: Api, c: RequestContext, track: string): Promise<FoundSong> {
  c.header('Cache-Control', 'private, no-store')
  // A page on another site must not use the member's files.
  api.origins.checkWrite(c.req.header('Origin'), c.req.header('Sec-Fetch-Site'))
  const now = api.now()
  takeProcessTokens(api, READS, { address: addressIn(api, c) }, now)
  const memberId = await findViewerId(api, c)
  if (memberId === null) throw new Refusal(401, 'Log in to play this.')
  takeProcessTokens(api, READS, { member: memberId }, now)
  const song = /^[1-9]\d{0,14}$/.test(track) ? await findSong(api.db, memberId, Number(track)) : undefined
  if (song === undefined) throw createMissingRefusal()
  if (song.isStopped) throw createSongRefusal(new ServiceFailure('refused'))
  return song
}

export const createMissingRefusal = () => new Refusal(404, 'Your library does not have this track.', 'not_in_library')

export const createSongRefusal = ({ code, isPassing }: ServiceFailure): Refusal =>
  isPassing
    ? new Refusal(502, 'Your library sent no audio that can be played.', 'library_failed')
    : new Refusal(409, libraryFailureTexts[code] ?? '', 'library_refuses')
