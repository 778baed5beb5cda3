import { createHash } from 'node:crypto'
import { nameKey } from '#server/listening/catalogue/name-key.ts'

/*
 * ListenBrainz identifies a recording without MBID by an MSID, a UUID. Here it contains the track
 * id in its last 48 bits; the others are derived from the id, so that no other UUID is mistaken for
 * one.
 */

export const toMsid = (trackId: number): string =>
  formatUuid(`${hashText(`track ${trackId}`).slice(0, 20)}${trackId.toString(16).padStart(12, '0')}`)

/** Returns the track id in an MSID, or undefined for another UUID. */
export function readMsid(msid: string): number | undefined {
  const trackId = Number.parseInt(msid.slice(-12), 16)
  return Number.isSafeInteger(trackId) && toMsid(trackId) === msid.toLowerCase() ? trackId : undefined
}

/** Returns the MSID for a track that no listen has named so far: derived from its names. */
export const toMsidOfNames = ({ artist, title }: { readonly artist: string; readonly title: string }): string =>
  formatUuid(hashText(JSON.stringify([nameKey(artist), nameKey(title)])))

const hashText = (text: string): string => createHash('sha256').update(text).digest('hex')

/** Returns 32 hexadecimal digits as a version 8 UUID, which has no standardized content. */
const formatUuid = (hex: string): string =>
  [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join('-')
