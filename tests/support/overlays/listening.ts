import * as v from 'valibot'
import type { ResponseOf } from '#contract/endpoint.ts'
import { getIgnoredArtists } from '#contract/listening/ignored-artists.ts'
import { getListeningSources } from '#contract/listening/imports.ts'
import { getLaterTracks, type LaterTrack } from '#contract/listening/later-tracks.ts'
import { getListens, type Listen } from '#contract/listening/listens.ts'
import { getLovedTracks } from '#contract/listening/loved-tracks.ts'
import { getTrackDetails } from '#contract/listening/music.ts'
import { getFollowingNowPlaying } from '#contract/listening/now-playing.ts'
import { setBlock } from '#src/accounts/blocks/actions.ts'
import { type HiddenRow, shownRows } from '#src/cache/hidden-row.ts'
import { addListen, correctListen, deleteListen, removeListens } from '#src/listening/actions.ts'
import { setIgnored } from '#src/listening/ignored/actions.ts'
import { ignoredArtistsQuery } from '#src/listening/ignored/queries.ts'
import { listeningSourcesQuery } from '#src/listening/imports/queries.ts'
import { setLater } from '#src/listening/later/actions.ts'
import { laterQuery, olderLaterQuery } from '#src/listening/later/queries.ts'
import type { ListenRow } from '#src/listening/listens/overlay.ts'
import {
  listensQuery,
  olderListensQuery,
  olderOwnListensQuery,
  ownListensQuery,
} from '#src/listening/listens/queries.ts'
import { setLoved } from '#src/listening/loved/actions.ts'
import { isLovedTrack } from '#src/listening/loved/overlay.ts'
import { lovedIdsQuery, ownLovedQuery } from '#src/listening/loved/queries.ts'
import { rejectLink } from '#src/listening/music/actions.ts'
import { trackQuery } from '#src/listening/music/queries.ts'
import { followedPlayingQuery, playingQuery } from '#src/listening/now-playing/queries.ts'
import { reactToPlay } from '#src/listening/reactions/actions.ts'
import { type AnyLaw, effect, queryLaw } from './law.ts'

const ME = 'ada'
type Listens = readonly Listen[]
const AT = Date.parse('2026-11-25T08:12:00.000Z')
const toTime = (minute: number) => new Date(AT - minute * 60_000).toISOString()
/** Ids contain the time, in microseconds, and a number. */
const toId = (minute: number, number: number) => `${(AT - minute * 60_000) * 1000}.${String(number).padStart(10, '0')}`

const parseListens = (...rows: object[]): Listens =>
  v.parse(getListens.response, { listens: rows.map((row) => ({ track_id: 7, artist_id: 1, album: '', ...row })) })
    .listens

const listens: Listens = parseListens(
  { id: toId(1, 1), listened_at: toTime(1), track: 'T', artist: 'A' },
  { id: toId(2, 2), listened_at: toTime(2), track: 'U', artist: 'A' },
  { id: toId(3, 1), listened_at: toTime(3), track: 'T', artist: 'A' },
)
const listenEffects = [
  effect(
    deleteListen,
    ({ pick }) => ({ user: ME, id: pick(toId(1, 1), toId(2, 2)), track: 'T' }),
    (rows: Listens, { id }) => rows.filter((row) => row.id !== id),
  ),
  effect(
    correctListen,
    ({ pick }) => ({
      user: ME,
      id: toId(3, 1),
      was: { artist: 'A', track: 'T', album: '' },
      artist: pick('A', 'B'),
      track: pick('T', 'V'),
      scope: pick('one' as const, 'track' as const),
    }),
    (rows: Listens, { id, was, artist, track, scope }) =>
      rows.map((row) => {
        const isAlike = scope === 'track' && row.artist === was.artist && row.track === was.track
        return row.id === id || isAlike ? { ...row, artist, track } : row
      }),
  ),
  effect(
    addListen,
    ({ pick, earlier }) => {
      const added = { user: ME, artist: 'C', track: pick('W', 'X'), album: '', listenedAt: toTime(pick(2.5, 1.5)) }
      const isAdded = earlier(addListen).some(
        ({ args }) => args.track === added.track && args.listenedAt === added.listenedAt,
      )
      return isAdded ? undefined : added
    },
    (rows: Listens, { artist, track, listenedAt }, { id }) => [
      ...rows,
      ...parseListens({ id: toId(9, id), listened_at: listenedAt, track, artist }),
    ],
  ),
]
const see = (rows: readonly ListenRow[]) =>
  shownRows(rows)
    .map(({ listened_at, artist, track }) => `${listened_at} ${artist} ${track}`)
    .toSorted()
const toListens = (rows: Listens) => ({ listens: [...rows], hidden: 0 as const, charts_from: undefined })

const TRACKS = [7, 8, 9].map((id) => ({ id, track: `Track ${id}`, artist: 'A' }))
const loved = v.parse(getLovedTracks.response, {
  lovedTracks: [{ id: 1, track_id: 7, track: 'Track 7', artist: 'A', artist_id: 1, loved_at: toTime(9) }],
  total: 4,
})

type Later = ResponseOf<typeof getLaterTracks>

const later = v.parse(getLaterTracks.response, {
  laterTracks: [{ id: 1, track_id: 7, track: 'Track 7', artist: 'A', saved_at: toTime(9), from_user: 'bo' }],
  total: 4,
  heard: [{ id: 2, track_id: 8, track: 'Track 8', artist: 'A', saved_at: toTime(9) }],
})

const ARTISTS = [
  { id: 7, name: 'Lulla' },
  { id: 8, name: 'Hiss' },
]
const ignored = v.parse(getIgnoredArtists.response, { artists: [{ ...ARTISTS[0], ignored_at: toTime(9) }] })

/** A sender that is blocked is not named; one that is unblocked is not known to the device. */
const blockSender = effect(
  setBlock,
  ({ pick }) => ({ user: ME, other: pick('bo', 'cy'), isBlocked: true }),
  (host: Later, { other }) => {
    const rename = (row: LaterTrack): LaterTrack =>
      row.from_user === other ? { ...row, from_user: undefined, from_kind: undefined, from_id: undefined } : row
    return { ...host, laterTracks: host.laterTracks.map(rename), heard: host.heard.map(rename) }
  },
)
type LaterRows = readonly (LaterTrack | HiddenRow)[]
const seeSenders = (rows: LaterRows) => shownRows(rows).map(({ track, from_user }) => `${track} ${from_user}`)
const seeLater = (rows: LaterRows) =>
  shownRows(rows)
    .map(({ track }) => track)
    .toSorted()

const LINKS = [1, 2, 3].map((n) => ({ service: n === 1 ? 'isrc' : 'spotify', id: `link-${n}`, url: '' }))
const trackWithLinks = v.parse(getTrackDetails.response, {
  track: { id: 7, name: 'T', artist_id: 1, artist: 'A', lastfmtrackurl: '' },
  links: LINKS,
  topListeners: [],
})

const sources = v.parse(getListeningSources.response, {
  sources: ['maloja', 'koito'].map((source) => ({ source, listens: 3, updated_at: toTime(9) })),
  imports: ['possible', 'done'].map((status, place) => ({
    id: place + 1,
    file_name: 'history.json',
    status: 'done',
    progress: 1,
    taken: 3,
    known: 0,
    skipped: [],
    started_at: toTime(9),
    ended_at: toTime(8),
    undo: { status, progress: 0, deleted: 0 },
  })),
  doubles: [
    { kept_source: 'maloja', source: 'koito', found: 2, removed: 1, status: 'ready', examples: [] },
    { kept_source: 'koito', source: 'tidal', found: 2, removed: 1, status: 'ready', examples: [] },
  ],
})

/** What bo plays; bo's listens. Reactions to these plays alone are drawn. */
const { playing } = v.parse(getFollowingNowPlaying.response, {
  playing: [{ username: 'bo', track: 'T', artist: 'A', started_at: toTime(1), ends_at: toTime(0), is_reacted: false }],
})
type Plays = readonly { readonly track: string; readonly is_reacted?: boolean | undefined }[]
const toReaction = <Row extends Plays[number]>(toPlayedAt: (row: Row) => string) =>
  effect<Row[], typeof reactToPlay>(
    reactToPlay,
    ({ pick }) => ({
      user: ME,
      member: 'bo',
      artist: 'A',
      track: 'T',
      playedAt: toTime(1),
      isReacted: pick(true, false),
    }),
    (rows, { track, playedAt, isReacted }) =>
      rows.map((row) =>
        row.track === track && Math.abs(Date.parse(toPlayedAt(row)) - Date.parse(playedAt)) <= 120_000
          ? { ...row, is_reacted: isReacted }
          : row,
      ),
  )
const seeReactions = (rows: Plays) => rows.map(({ track, is_reacted }) => `${track} ${is_reacted}`)
const reactable = listens.map((row) => ({ ...row, is_reacted: false }))

export const listeningLaws: readonly AnyLaw[] = [
  queryLaw('listeningSourcesQuery', listeningSourcesQuery(ME), (host: typeof sources) => host, {
    host: sources,
    effects: [
      effect(
        removeListens,
        ({ pick }) =>
          pick(
            { user: ME, what: 'import' as const, id: 1 },
            { user: ME, what: 'import' as const, id: 2 },
            { user: ME, what: 'source' as const, source: 'koito' },
            { user: ME, what: 'doubles' as const, source: 'koito', keptSource: 'maloja' },
            { user: ME, what: 'removed_doubles' as const, source: 'koito', keptSource: 'maloja' },
          ),
        (host, { what, id, source }) => {
          if (what === 'import')
            return {
              ...host,
              imports: host.imports.map((row) =>
                row.id === id && row.undo?.status === 'possible'
                  ? { ...row, undo: { ...row.undo, status: 'running' as const } }
                  : row,
              ),
            }
          if (what === 'source')
            return {
              ...host,
              sources: host.sources.map((row) => (row.source === source ? { ...row, deleting: 0 } : row)),
            }
          const status = what === 'doubles' ? ('removing' as const) : ('restoring' as const)
          return { ...host, doubles: host.doubles?.map((row) => (row.source === source ? { ...row, status } : row)) }
        },
      ),
    ],
    see: (shown) => [
      shown?.imports.map(({ undo }) => undo?.status),
      shown?.sources.map(({ deleting }) => deleting),
      shown?.doubles?.map(({ status }) => status),
    ],
    toHost: (shown, host) => shown ?? host,
  }),
  queryLaw('followedPlayingQuery, reactions', followedPlayingQuery(ME), (host: typeof playing) => ({ playing: host }), {
    host: playing,
    effects: [toReaction<(typeof playing)[number]>((row) => row.started_at)],
    see: (shown) => seeReactions(shown?.playing ?? []),
    toHost: (shown) => shown?.playing ?? [],
  }),
  queryLaw('playingQuery', playingQuery('bo'), (host: typeof playing) => ({ now_playing: host[0] ?? null }), {
    host: playing,
    effects: [toReaction<(typeof playing)[number]>((row) => row.started_at)],
    see: (shown) => seeReactions(shown?.now_playing ? [shown.now_playing] : []),
    toHost: (shown) => (shown?.now_playing ? [shown.now_playing] : []),
  }),
  queryLaw('listensQuery', listensQuery('bo'), toListens as never, {
    host: reactable,
    effects: [toReaction<(typeof reactable)[number]>((row) => row.listened_at)],
    see: (shown) => seeReactions(shownRows(shown?.rows ?? [])),
    toHost: (shown) => shownRows(shown?.rows ?? []) as typeof reactable,
  }),
  queryLaw('olderListensQuery', olderListensQuery('bo', {}, toId(0, 1)), toListens as never, {
    host: reactable,
    effects: [toReaction<(typeof reactable)[number]>((row) => row.listened_at)],
    see: (rows) => seeReactions(shownRows(rows)),
    toHost: (rows) => shownRows(rows) as typeof reactable,
  }),
  queryLaw('trackQuery, links', trackQuery(7), (host: typeof trackWithLinks) => host, {
    host: trackWithLinks,
    effects: [
      effect(
        rejectLink,
        ({ pick }) => {
          const { service, id } = pick(...LINKS)
          return { user: ME, trackId: pick(7, 8), track: 'T', service, linkId: id }
        },
        (host, { trackId, service, linkId }) => ({
          ...host,
          links: host.links.filter((link) => trackId !== 7 || link.service !== service || link.id !== linkId),
        }),
      ),
    ],
    see: (shown) => shown?.links.map(({ id }) => id),
    toHost: (shown, host) => shown ?? host,
  }),
  queryLaw('ownListensQuery', ownListensQuery(ME), toListens as never, {
    host: listens,
    effects: listenEffects,
    see: (shown) => see(shown?.rows ?? []),
    toHost: (shown) => shownRows(shown?.rows ?? []),
  }),
  queryLaw('olderOwnListensQuery', olderOwnListensQuery(ME, {}, toId(0, 1)), toListens as never, {
    host: listens,
    effects: listenEffects,
    see,
    toHost: (rows) => shownRows(rows),
  }),
  queryLaw('lovedIdsQuery', lovedIdsQuery(ME), (ids: readonly number[]) => ({ tracks: ids.map((id) => ({ id })) }), {
    host: [7, 8],
    effects: [
      effect(
        setLoved,
        ({ pick }) => {
          const { id, ...names } = pick(...TRACKS)
          return { user: ME, ...names, trackId: pick(id, null), isLoved: pick(true, false) }
        },
        (ids, { track, isLoved }) => {
          const id = TRACKS.find((each) => each.track === track)?.id ?? 0
          const others = ids.filter((each) => each !== id)
          return isLoved ? [...others, id] : others
        },
      ),
    ],
    see: (shown) => TRACKS.map((track) => shown !== null && isLovedTrack(shown, track)),
    toHost: (shown) => TRACKS.flatMap((track) => (shown && isLovedTrack(shown, track) ? [track.id] : [])),
  }),
  queryLaw('laterQuery, senders', laterQuery(ME), (host: Later) => host, {
    host: later,
    effects: [blockSender],
    see: (shown) => [seeSenders(shown?.tracks ?? []), seeSenders(shown?.heard ?? [])],
    toHost: (shown, host) => (shown ? { ...host, laterTracks: shownRows(shown.tracks), heard: shown.heard } : host),
  }),
  queryLaw('ignoredArtistsQuery', ignoredArtistsQuery(ME), (host: typeof ignored) => host, {
    host: ignored,
    effects: [
      effect(
        setIgnored,
        ({ pick }) => {
          const { id, name } = pick(...ARTISTS)
          return { user: ME, id, artist: name, isIgnored: pick(true, false) }
        },
        (host, { id, artist, isIgnored }, { at }) => {
          const others = host.artists.filter((row) => row.id !== id)
          if (!isIgnored) return { artists: others }
          return {
            artists: host.artists.find((row) => row.id === id)
              ? host.artists
              : [...others, { id, name: artist, ignored_at: at }],
          }
        },
      ),
    ],
    see: (shown) => shown?.map(({ id, name }) => [id, name]),
    toHost: (shown, host) => (shown ? { artists: [...shown] } : host),
  }),
  queryLaw('olderLaterQuery, senders', olderLaterQuery(ME, 9), (host: Later) => host, {
    host: later,
    effects: [blockSender],
    see: seeSenders,
    toHost: (rows, host) => ({ ...host, laterTracks: shownRows(rows) }),
  }),
  queryLaw('laterQuery', laterQuery(ME), (host: typeof later) => host, {
    host: later,
    effects: [
      effect(
        setLater,
        ({ pick }) => {
          const { id, ...names } = pick(...TRACKS)
          return { user: ME, ...names, trackId: id, isSaved: pick(true, false) }
        },
        (host, { trackId, track, artist, isSaved }, { id, at }) => {
          const heard = host.heard.filter((row) => row.track !== track)
          const isListed = host.laterTracks.some((row) => row.track === track)
          if (isListed === isSaved) return { ...host, heard }
          const row = { id, track_id: trackId ?? 0, track, artist, saved_at: at }
          const others = host.laterTracks.filter((other) => other.track !== track)
          return isSaved
            ? { laterTracks: [row, ...others], total: host.total + 1, heard }
            : { laterTracks: others, total: host.total - 1, heard }
        },
      ),
    ],
    see: (shown) => [seeLater(shown?.tracks ?? []), shown?.total, shown?.heard.map(({ track }) => track)],
    toHost: (shown, host) =>
      shown ? { laterTracks: shownRows(shown.tracks), total: shown.total, heard: shown.heard } : host,
  }),
  queryLaw('olderLaterQuery', olderLaterQuery(ME, 9), (host: typeof later) => host, {
    host: later,
    effects: [
      effect(
        setLater,
        ({ pick }) => {
          const { id, ...names } = pick(...TRACKS)
          return { user: ME, ...names, trackId: id, isSaved: false }
        },
        (host, { track }) => ({ ...host, laterTracks: host.laterTracks.filter((row) => row.track !== track) }),
      ),
    ],
    see: seeLater,
    toHost: (rows, host) => ({ ...host, laterTracks: shownRows(rows) }),
  }),
  // A track whose love ends stays in the list until the response lacks it.
  queryLaw('ownLovedQuery', ownLovedQuery(ME), (host: typeof loved) => host, {
    host: loved,
    effects: [
      effect(
        setLoved,
        ({ pick }) => {
          const { id, ...names } = pick(...TRACKS)
          return { user: ME, ...names, trackId: id, isLoved: true }
        },
        (host, { trackId, track, artist }, { id, at }) => {
          if (host.lovedTracks.some((row) => row.track_id === trackId)) return host
          const row = { id, track_id: trackId ?? 0, track, artist, artist_id: 1, lastfmtrackurl: '', loved_at: at }
          return { ...host, lovedTracks: [row, ...host.lovedTracks], total: host.total + 1 }
        },
      ),
    ],
    see: (shown) => [shown?.tracks.map(({ track }) => track).toSorted(), shown?.total],
    toHost: (shown, host) => (shown ? { ...host, lovedTracks: shown.tracks, total: shown.total } : host),
  }),
]
