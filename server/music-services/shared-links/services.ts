import * as v from 'valibot'
import type { TrackLink } from '#contract/listening/recognize-link.ts'
import { TRACK_NAME_MAX } from '#contract/listening/track-names.ts'
import { splitVideoTitle, stripDecorations } from '#contract/listening/video-title.ts'
import type { LookUpService } from '#server/config/link-settings.ts'

/** The names of a track; empty where the service does not have them. */
export interface FoundNames {
  readonly artist: string
  readonly title: string
}

/** How a service is requested, and how its response is read. */
interface LinkLookUp {
  /** Requests per second by all processes together, if the service allows fewer than others. */
  readonly perSecond?: number
  /**
   * The path and parameters of the request, made from the recognized parts of a link. The link
   * itself is never requested.
   */
  readonly toRequest: (link: TrackLink) => { readonly path: string; readonly query: Readonly<Record<string, string>> }
  /** Returns undefined if the service has no such track. Throws for any other content. */
  readonly read: (json: unknown, link: TrackLink) => FoundNames | undefined
}

/** The first characters of a name on one line; never half a character beyond the BMP. */
const Name = v.pipe(
  v.string(),
  v.transform((text) =>
    text
      // oxlint-disable-next-line no-control-regex -- a service may send any character
      .replace(/[\s\u0000-\u001f\u007f]+/g, ' ')
      .slice(0, TRACK_NAME_MAX)
      .replace(/[\ud800-\udbff]$/, '')
      .trim(),
  ),
)
const OptionalName = v.nullish(Name, '')

const OEmbed = v.object({ title: Name, author_name: OptionalName })

/** Artist and title in an oEmbed response that has them in separate fields. */
function readOembed(json: unknown): FoundNames {
  const { title, author_name: artist } = v.parse(OEmbed, json)
  return { artist, title }
}

const toOembed =
  (path: string, more: Readonly<Record<string, string>> = {}) =>
  ({ url }: TrackLink) => ({ path, query: { ...more, url } })

const AppleLookUp = v.object({
  results: v.array(v.object({ wrapperType: v.nullish(v.string()), artistName: OptionalName, trackName: OptionalName })),
})
const DeezerTrack = v.object({ title: Name, artist: v.object({ name: Name }) })
/** Sent with status 200. */
const DeezerError = v.object({ error: v.object({ code: v.number() }) })
const DEEZER_NO_DATA = 800
const MusicbrainzRecording = v.object({
  title: Name,
  'artist-credit': v.array(v.object({ name: v.string(), joinphrase: v.nullish(v.string(), '') })),
})
const ListenbrainzMetadata = v.record(
  v.string(),
  v.object({ recording: v.object({ name: OptionalName }), artist: v.nullish(v.object({ name: OptionalName })) }),
)

export const LOOK_UPS: Readonly<Record<LookUpService, LinkLookUp>> = {
  // Its oEmbed has no artist.
  spotify: { toRequest: toOembed('oembed'), read: readOembed },
  apple: {
    // Apple allows 20 requests per minute.
    perSecond: 0.33,
    toRequest: ({ id, country = 'us' }) => ({ path: 'lookup', query: { id, country, entity: 'song' } }),
    read: (json) => {
      const track = v.parse(AppleLookUp, json).results.find(({ wrapperType }) => wrapperType === 'track')
      return track && { artist: track.artistName, title: track.trackName }
    },
  },
  youtube: { toRequest: toOembed('oembed', { format: 'json' }), read: readYoutube },
  deezer: {
    // The track interface has the artist, oEmbed accepts the links that the app creates.
    toRequest: (link) =>
      link.isShort ? toOembed('oembed', { format: 'json' })(link) : { path: `track/${link.id}`, query: {} },
    read: (json, { isShort }) => {
      const failed = v.safeParse(DeezerError, json)
      if (failed.success && failed.output.error.code === DEEZER_NO_DATA) return undefined
      if (isShort) return readOembed(json)
      const { title, artist } = v.parse(DeezerTrack, json)
      return { artist: artist.name, title }
    },
  },
  tidal: { toRequest: toOembed(''), read: readOembed },
  musicbrainz: {
    perSecond: 1,
    toRequest: ({ id }) => ({ path: `ws/2/recording/${id}`, query: { inc: 'artist-credits', fmt: 'json' } }),
    read: (json) => {
      const { title, 'artist-credit': credits } = v.parse(MusicbrainzRecording, json)
      return { title, artist: v.parse(Name, credits.map(({ name, joinphrase }) => `${name}${joinphrase}`).join('')) }
    },
  },
  listenbrainz: {
    perSecond: 1,
    toRequest: ({ id }) => ({ path: '1/metadata/recording/', query: { recording_mbids: id, inc: 'artist' } }),
    read: (json, { id }) => {
      const found = v.parse(ListenbrainzMetadata, json)[id]
      return found && { artist: found.artist?.name ?? '', title: found.recording.name }
    },
  },
}

const TOPIC = / - Topic$/

/**
 * The channels that YouTube creates for artists end with "- Topic"; others have "Artist - Title".
 */
function readYoutube(json: unknown): FoundNames {
  const { title, author_name: channel } = v.parse(OEmbed, json)
  if (TOPIC.test(channel)) return { artist: channel.replace(TOPIC, ''), title }
  return splitVideoTitle(title) ?? { artist: channel.replace(/VEVO$/, ''), title: stripDecorations(title) }
}
