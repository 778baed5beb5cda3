import { toFields } from '#server/listening/listens/scrobble.ts'
import { isLibraryTrack, libraryFormat } from './apple-names.ts'
import { isDeezerRecord, readDeezer } from './deezer.ts'
import { feedbackFormat, isFeedbackRecord } from './feedback-rows.ts'
import { checkRow, type Format, oneToOne } from './format.ts'
import { readKoito } from './koito.ts'
import { readTrack } from './lastfm.ts'
import { readStats } from './lastfmstats.ts'
import { readListen } from './listenbrainz.ts'
import { readMaloja } from './maloja.ts'
import { isMovedRecord, movedFormat } from './moved-records.ts'
import { readPano } from './pano-scrobbler.ts'
import type { ReadContext } from './read-context.ts'
import { createExtendedReader, readAccountPlay } from './spotify.ts'
import { isWatchRecord, watchFormat } from './youtube.ts'

/** Returns the format of a JSON record, by its fields; undefined if it holds no listens. */
export function findFormat(record: unknown, context: ReadContext): Format<unknown> | undefined {
  const { nowS } = context
  const fields = toFields(record)
  const hasFields = (...names: readonly string[]) => names.every((name) => name in fields)
  if (hasFields('ts', 'ms_played')) return oneToOne('spotify-extended', nowS, createExtendedReader())
  if (hasFields('endTime', 'msPlayed')) return oneToOne('spotify-account', nowS, readAccountPlay)
  if (isFeedbackRecord(fields)) return feedbackFormat(context.feedback, nowS)
  if (isMovedRecord(fields)) return movedFormat(context.moved, nowS)
  if (hasFields('track_metadata'))
    return oneToOne('listenbrainz', nowS, (listen) => readListen(listen, context.feedback))
  if (hasFields('timeMs', 'artist', 'track')) return oneToOne('pano-scrobbler', nowS, readPano)
  if (hasFields('listened_at', 'track', 'artists')) return oneToOne('koito', nowS, readKoito)
  if (hasFields('artist', 'date') && typeof fields['track'] === 'string') {
    return oneToOne('lastfmstats', nowS, readStats)
  }
  if (isWatchRecord(fields)) return watchFormat(context)
  if (isLibraryTrack(fields)) return libraryFormat(context)
  if (isDeezerRecord(fields)) return oneToOne('deezer', nowS, readDeezer)
  if (hasFields('time', 'track')) return oneToOne('maloja', nowS, readMaloja)
  if (hasFields('name', 'artist') || isPage(fields)) return ofPages(nowS)
  return undefined
}

/**
 * Reads unchanged Last.fm responses: pages with a track list, or a single track; some programs
 * write only the tracks.
 */
function ofPages(nowS: number): Format<unknown> {
  const read = (track: unknown) => checkRow(readTrack(track), nowS)
  return {
    source: 'lastfm-json',
    read(record) {
      const fields = toFields(record)
      if (isPage(fields)) return [fields['track']].flat().map(read)
      // The page attributes, which include the page count.
      return 'totalPages' in fields && !('name' in fields) ? [] : [read(record)]
    },
  }
}

/** Last.fm writes a list of one as an object. */
const isPage = ({ track }: Readonly<Record<string, unknown>>): boolean =>
  Array.isArray(track) || ('name' in toFields(track) && 'artist' in toFields(track))
