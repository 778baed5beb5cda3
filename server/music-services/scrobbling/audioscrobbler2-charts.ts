import * as v from 'valibot'
import type { ChartKind } from '#contract/listening/chart-kinds.ts'
import { Period } from '#contract/wire.ts'
import { albumUrl, artistUrl, trackUrl } from '#server/listening/catalogue/track-url.ts'
import { findReader, type Method, type MethodCall } from './audioscrobbler2-call.ts'
import { Failure } from './audioscrobbler2-failure.ts'
import { readPage } from './audioscrobbler2-params.ts'
import { NO_IMAGES, toPageAttributes } from './audioscrobbler2-responses.ts'
import type { LastfmValue } from './audioscrobbler2-xml.ts'
import { type ChartRowWithMbids, readChartPage } from './read-chart-page.ts'

/** A response row. Clients read the first `name` as the entry's. */
type ToEntry = (row: ChartRowWithMbids) => LastfmValue

const toArtist: ToEntry = ({ name, mbid, plays, place }) => ({
  name,
  mbid: mbid ?? '',
  url: artistUrl(name),
  playcount: String(plays),
  streamable: '0',
  image: NO_IMAGES,
  '@attr': { rank: String(place) },
})

const toTrack: ToEntry = ({ name, mbid, artist, artistMbid, plays, place }) => ({
  name,
  mbid: mbid ?? '',
  url: trackUrl(artist, name),
  playcount: String(plays),
  duration: '0',
  streamable: { fulltrack: '0', '#text': '0' },
  artist: { name: artist, mbid: artistMbid ?? '', url: artistUrl(artist) },
  image: NO_IMAGES,
  '@attr': { rank: String(place) },
})

const toAlbum: ToEntry = ({ name, artist, artistMbid, plays, place }) => ({
  name,
  mbid: '',
  url: albumUrl(artist, name),
  playcount: String(plays),
  artist: { name: artist, mbid: artistMbid ?? '', url: artistUrl(artist) },
  image: NO_IMAGES,
  '@attr': { rank: String(place) },
})

/** Returns a chart method: its list is in `root`, with elements `element`. */
const createChartMethod =
  (kind: ChartKind, root: string, element: string, toEntry: ToEntry): Method =>
  async (call) => {
    const { memberId, memberName } = await findReader(call)
    const { page, perPage } = readPage(call.params)
    const window = { period: readPeriod(call), now: call.api.now() }
    const offset = (page - 1) * perPage
    const chart = await readChartPage(call.api, { memberId, kind, window, range: undefined, limit: perPage, offset })
    const attributes = toPageAttributes({ user: memberName, page, perPage, total: chart.total })
    return { [root]: { [element]: chart.rows.map(toEntry), '@attr': attributes } }
  }

function readPeriod({ params }: MethodCall): Period {
  const sent = params.get('period') ?? ''
  const period = v.safeParse(Period, sent === '' ? 'overall' : sent)
  if (!period.success) throw new Failure(6, `Invalid parameters - period ${period.issues[0].message}.`)
  return period.output
}

/** The methods `user.getTop*`, by lower-case name. */
export const chartMethods: Readonly<Record<string, Method>> = {
  'user.gettopartists': createChartMethod('artists', 'topartists', 'artist', toArtist),
  'user.gettoptracks': createChartMethod('tracks', 'toptracks', 'track', toTrack),
  'user.gettopalbums': createChartMethod('albums', 'topalbums', 'album', toAlbum),
}
