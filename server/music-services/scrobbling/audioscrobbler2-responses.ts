import type { Playing } from '#contract/listening/now-playing.ts'
import { artistUrl, trackUrl } from '#server/listening/catalogue/track-url.ts'
import type { Feedback } from '#server/listening/loved/store.ts'
import type { IgnoredCode, SentScrobble, SentTrack } from './audioscrobbler2-params.ts'
import type { LastfmValue } from './audioscrobbler2-xml.ts'
import type { ReadListen } from './read-back.ts'

const IGNORED: Readonly<Record<IgnoredCode, string>> = {
  0: '',
  1: 'Artist was ignored: no name, or one above 500 characters',
  2: 'Track was ignored: no name, or one above 500 characters',
  3: 'Timestamp was too old',
  4: 'Timestamp was too new',
}

const IMAGE_SIZES = ['small', 'medium', 'large', 'extralarge'] as const

/** The images for anything without a picture: clients select by index in the list. */
export const NO_IMAGES: LastfmValue = IMAGE_SIZES.map((size) => ({ size, '#text': '' }))

const toCorrectable = (text: string): LastfmValue => ({ corrected: '0', '#text': text })

const toSent = ({ artist, track, album, albumArtist, ignored }: SentTrack) => ({
  artist: toCorrectable(artist),
  album: toCorrectable(album),
  albumArtist: toCorrectable(albumArtist),
  track: toCorrectable(track),
  ignoredMessage: { code: String(ignored), '#text': IGNORED[ignored] },
})

/**
 * Returns the track.scrobble response. Like Last.fm's, it has one object for a single scrobble, and
 * a list otherwise.
 */
export function toScrobblesResponse(sent: readonly SentScrobble[]): LastfmValue {
  const scrobble = sent.map((each): LastfmValue => ({ ...toSent(each), timestamp: each.timestamp }))
  const ignored = sent.filter((each) => each.ignored !== 0).length
  const [only] = scrobble
  return {
    scrobbles: {
      '@attr': { accepted: sent.length - ignored, ignored },
      scrobble: scrobble.length === 1 && only !== undefined ? only : scrobble,
    },
  }
}

export const toNowPlayingResponse = (sent: SentTrack): LastfmValue => ({ nowplaying: toSent(sent) })

/** A page of a member's list, counted from 1. */
interface PageOf {
  readonly user: string
  readonly page: number
  readonly perPage: number
  readonly total: number
}

export const toPageAttributes = ({ user, page, perPage, total }: PageOf): LastfmValue => ({
  user,
  page: String(page),
  perPage: String(perPage),
  totalPages: String(Math.ceil(total / perPage)),
  total: String(total),
})

export const toTrackScrobblesResponse = (page: PageOf, listens: readonly ReadListen[]): LastfmValue => ({
  trackscrobbles: {
    track: listens.map((listen) => toTrack(listen, false, false)),
    '@attr': toPageAttributes(page),
  },
})

interface RecentTracks extends PageOf {
  readonly listens: readonly ReadListen[]
  readonly playing: Playing | undefined
  readonly isExtended: boolean
  /** The loved tracks in an extended response. */
  readonly loved: ReadonlySet<number>
}

/**
 * Returns the user.getRecentTracks response: the current track comes first, without a date and in
 * addition to the page.
 */
export function toRecentTracksResponse({ listens, playing, isExtended, loved, ...page }: RecentTracks): LastfmValue {
  const now = playing === undefined ? [] : [toCurrentTrack(playing, isExtended)]
  const tracks = listens.map((listen) => toTrack(listen, isExtended, loved.has(listen.trackId)))
  return { recenttracks: { track: [...now, ...tracks], '@attr': toPageAttributes(page) } }
}

const toCurrentTrack = ({ artist, track }: Playing, isExtended: boolean): LastfmValue => ({
  ...toNames({ artist, title: track, details: {} }, isExtended, false),
  '@attr': { nowplaying: 'true' },
})

const toTrack = (listen: ReadListen, isExtended: boolean, isLoved: boolean): LastfmValue => ({
  ...toNames(listen, isExtended, isLoved),
  date: toDate(listen.listenedAt),
})

function toNames(
  { artist, title, details }: Pick<ReadListen, 'artist' | 'title' | 'details'>,
  isExtended: boolean,
  isLoved: boolean,
): { readonly [name: string]: LastfmValue } {
  const [firstMbid = '', ...others] = details.artistMbids ?? []
  const artistMbid = others.length === 0 ? firstMbid : ''
  return {
    artist: isExtended ? { name: artist, mbid: artistMbid, url: '' } : { mbid: artistMbid, '#text': artist },
    name: title,
    mbid: details.recordingMbid ?? '',
    url: '',
    streamable: '0',
    album: { mbid: details.releaseMbid ?? '', '#text': details.album ?? '' },
    ...(isExtended ? { loved: isLoved ? '1' : '0' } : {}),
    image: NO_IMAGES,
  }
}

/** Clients read the first `name` as the track's. */
export const toLovedTracksResponse = (page: PageOf, tracks: readonly Feedback[]): LastfmValue => ({
  lovedtracks: {
    track: tracks.map(
      ({ artist, title, artistMbid, recordingMbid, createdAt }): LastfmValue => ({
        name: title ?? '',
        mbid: recordingMbid ?? '',
        url: trackUrl(artist ?? '', title ?? ''),
        artist: { name: artist ?? '', mbid: artistMbid ?? '', url: artistUrl(artist ?? '') },
        date: toDate(Math.floor(createdAt.getTime() / 1000)),
        image: NO_IMAGES,
        streamable: { fulltrack: '0', '#text': '0' },
      }),
    ),
    '@attr': toPageAttributes(page),
  },
})

const toDate = (seconds: number): LastfmValue => ({ uts: String(seconds), '#text': dateText(seconds) })

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const padTwo = (number: number) => String(number).padStart(2, '0')

/** Returns a time as `20 Oct 2020, 10:03`, UTC. */
function dateText(listenedAt: number): string {
  const at = new Date(listenedAt * 1000)
  const day = `${padTwo(at.getUTCDate())} ${MONTHS[at.getUTCMonth()]} ${at.getUTCFullYear()}`
  return `${day}, ${padTwo(at.getUTCHours())}:${padTwo(at.getUTCMinutes())}`
}

interface UserInfo {
  readonly name: string
  readonly url: string
  readonly playcount: number
  readonly joinedAt: Date
  /** Picture URLs by size; empty without a picture. Clients select by index in the list. */
  readonly images: Readonly<Record<(typeof IMAGE_SIZES)[number], string>>
}

export const toUserResponse = (user: UserInfo): LastfmValue => {
  const registered = Math.floor(user.joinedAt.getTime() / 1000)
  return {
    user: {
      name: user.name,
      realname: '',
      url: user.url,
      country: '',
      age: '0',
      gender: 'n',
      subscriber: '0',
      playcount: String(user.playcount),
      playlists: '0',
      bootstrap: '0',
      type: 'user',
      image: IMAGE_SIZES.map((size) => ({ size, '#text': user.images[size] })),
      registered: { unixtime: String(registered), '#text': registered },
    },
  }
}
