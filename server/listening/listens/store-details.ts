import { sql } from 'kysely'
import { normalizeName } from '#contract/listening/track-names.ts'
import type { Tx } from '#server/db/open.ts'
import { insertTitles, type TrackName } from '../catalogue/catalogue.ts'
import { nameKey } from '../catalogue/name-key.ts'
import { hashDetails, type ListenDetails, toAlbumArtist } from './listen-details.ts'
import type { MemberListen } from './member-listen.ts'

/** Details with their hash, and the ids for the album and its artist. */
interface FoundDetails extends ListenDetails {
  readonly hash: string
  readonly albumId: number | null
  readonly albumArtistId: number | null
}

/**
 * Stores a release for each album that has none. Skips an album that another transaction changes.
 */
async function storeReleases(
  tx: Tx,
  albums: readonly { readonly albumId: number | undefined; readonly release: string | undefined }[],
): Promise<void> {
  const released = albums.filter(({ release }) => release !== undefined)
  if (released.length === 0) return
  await sql`update albums set release_mbid = found.release
    from (
      select distinct on (albums.id) albums.id, sent.release
      from unnest(${released.map(({ albumId }) => albumId ?? null)}::bigint[],
        ${released.map(({ release }) => release ?? null)}::uuid[]) as sent (id, release)
      join albums using (id) where albums.release_mbid is null order by albums.id) as found
    where albums.id = found.id and albums.id in (
      select id from albums as free where free.id = any(${released.map(({ albumId }) => albumId ?? null)}::bigint[])
        and free.release_mbid is null order by id for update skip locked)`.execute(tx)
}

interface SentListen {
  /** Undefined: an album is found by names only. */
  readonly memberId?: number | undefined
  readonly artist: string
  readonly details?: ListenDetails | undefined
}

const hasDetails = (listen: SentListen): listen is SentListen & { readonly details: ListenDetails } =>
  listen.details !== undefined

/** The album in details that members sent. */
interface SentAlbum extends TrackName {
  readonly hash: string
  readonly members: ReadonlySet<number>
  readonly release: string | undefined
  /** Whether the album artist was sent: otherwise it is the track artist. */
  readonly hasArtist: boolean
}

/**
 * Inserts the albums of listens, and returns their details by hash. An album without an artist gets
 * the artist from the same release and title in the member's history, or in the sent details:
 * compilations and albums with guests stay whole. Call it before locking the listens: the reverse
 * order could deadlock.
 */
export async function findDetails(tx: Tx, listens: readonly SentListen[]): Promise<ReadonlyMap<string, FoundDetails>> {
  const distinct = Map.groupBy(listens.filter(hasDetails), ({ artist, details }) => hashDetails(artist, details))
  const sent = [...distinct].flatMap(([hash, [first, ...others]]): SentAlbum[] => {
    if (first?.details.album === undefined) return []
    const { artist, details } = first
    const members = new Set([first, ...others].map(({ memberId }) => memberId ?? 0))
    const title = first.details.album
    const hasArtist = details.albumArtist !== undefined
    return [{ hash, members, artist: toAlbumArtist(artist, details), title, release: details.releaseMbid, hasArtist }]
  })
  const known = await findByRelease(tx, sent)
  const artists = findLeadingArtists(sent)
  const onAlbums = sent
    .filter(({ hash }) => !known.has(hash))
    .map((album) => ({ ...album, artist: artists.get(toReleaseKey(album) ?? '') ?? album.artist }))
  const albums = onAlbums.length === 0 ? [] : await insertTitles(tx, 'albums', onAlbums)
  const releases = onAlbums.map(({ release }, place) => ({ release, albumId: albums[place]?.id }))
  await storeReleases(tx, releases)
  const albumOf = new Map(onAlbums.map(({ hash }, place) => [hash, albums[place]]))
  return new Map(
    [...distinct].flatMap(([hash, [first]]) => {
      if (first === undefined) return []
      const album = albumOf.get(hash)
      const albumArtistId = first.details.albumArtist === undefined ? null : (album?.artistId ?? null)
      const albumId = known.get(hash) ?? album?.id ?? null
      return [[hash, { ...first.details, hash, albumId, albumArtistId }] as const]
    }),
  )
}

/** Returns the member, release and title for an album without an artist, if one member sent it. */
function toReleaseKey({ members, release, title, hasArtist }: SentAlbum): string | undefined {
  const [member = 0] = members
  if (hasArtist || release === undefined || members.size !== 1 || member === 0) return undefined
  return JSON.stringify([member, release, nameKey(title)])
}

/** Returns the artist for each release: the first that was sent with it, or its first track's. */
function findLeadingArtists(sent: readonly SentAlbum[]): ReadonlyMap<string, string> {
  const artists = new Map<string, string>()
  for (const album of [...sent.filter(({ hasArtist }) => hasArtist), ...sent]) {
    const key = toReleaseKey({ ...album, hasArtist: false })
    if (key !== undefined && !artists.has(key)) artists.set(key, album.artist)
  }
  return artists
}

/** Returns the albums by hash that their member has played with the same release and title. */
async function findByRelease(tx: Tx, sent: readonly SentAlbum[]): Promise<ReadonlyMap<string, number>> {
  const released = sent.filter((album) => toReleaseKey(album) !== undefined)
  if (released.length === 0) return new Map()
  const { rows } = await sql<{ hash: string; id: number }>`
    select hash, album.id
    from unnest(${released.map(({ hash }) => hash)}::text[], ${released.flatMap(({ members }) => [...members])}::bigint[],
      ${released.map(({ release }) => release ?? null)}::uuid[], ${released.map(({ title }) => nameKey(normalizeName(title)))}::text[])
      as sent (hash, member_id, release, title_key)
    cross join lateral (
      select albums.id from listen_details as known join albums on albums.id = known.album_id
      where known.member_id = sent.member_id and known.release_mbid = sent.release and known.album_id is not null
        and (albums.title_key = sent.title_key or exists (
          select from albums as spelling where spelling.merged_into = albums.id and spelling.title_key = sent.title_key))
        and exists (select from album_plays as played
          where played.member_id = sent.member_id and played.album_id = albums.id)
      order by known.album_artist_id is null, known.id limit 1) as album`.execute(tx)
  return new Map(rows.map(({ hash, id }) => [hash, id]))
}

/**
 * Inserts members' missing details, and returns the ids in input order. The caller has locked the
 * members' listens.
 */
export async function insertDetails(
  tx: Tx,
  sent: readonly { readonly memberId: number; readonly details: FoundDetails }[],
): Promise<readonly number[]> {
  if (sent.length === 0) return []
  const list = <T>(pick: (details: FoundDetails) => T) => sent.map(({ details }) => pick(details))
  const members = sql`${sent.map(({ memberId }) => memberId)}::bigint[]`
  const hashes = sql`${list((details) => details.hash)}::uuid[]`
  await sql`insert into listen_details (member_id, hash, album_id, album_artist_id, artist_mbids, recording_mbid,
      release_mbid, track_number, duration_ms, player, client, service, links)
    select distinct on (member_id, hash) member_id, hash, album_id, album_artist_id,
      string_to_array(artist_mbids, ',')::uuid[], recording_mbid, release_mbid, track_number, duration_ms,
      player, client, service, links::jsonb
    from unnest(${members}, ${hashes}, ${list((details) => details.albumId)}::bigint[],
      ${list((details) => details.albumArtistId)}::bigint[],
      ${list((details) => details.artistMbids?.join(',') ?? null)}::text[],
      ${list((details) => details.recordingMbid ?? null)}::uuid[], ${list((details) => details.releaseMbid ?? null)}::uuid[],
      ${list((details) => details.trackNumber ?? null)}::smallint[],
      ${list((details) => details.durationMs ?? null)}::integer[], ${list((details) => details.player ?? null)}::text[],
      ${list((details) => details.client ?? null)}::text[], ${list((details) => details.service ?? null)}::text[],
      ${list((details) => (details.links === undefined ? null : JSON.stringify(details.links)))}::text[])
      as sent (member_id, hash, album_id, album_artist_id, artist_mbids, recording_mbid, release_mbid, track_number,
        duration_ms, player, client, service, links)
    where not exists (select from listen_details as known
      where known.member_id = sent.member_id and known.hash = sent.hash)
    order by member_id, hash
    on conflict (member_id, hash) do nothing`.execute(tx)
  const { rows } = await sql<{ id: number }>`select listen_details.id
    from unnest(${members}, ${hashes}) with ordinality as sent (member_id, hash, place)
    join listen_details using (member_id, hash) order by place`.execute(tx)
  return rows.map((row) => row.id)
}

type DetailedListen = Omit<MemberListen, 'detailsId'> & { readonly details: FoundDetails | undefined }

/**
 * Stores listen details, and returns the listens with their ids. The caller has locked the members'
 * listens.
 */
export async function withDetails(tx: Tx, listens: readonly DetailedListen[]): Promise<readonly MemberListen[]> {
  const distinct = new Map(
    listens.flatMap(({ memberId, details }) =>
      details === undefined ? [] : [[`${memberId} ${details.hash}`, { memberId, details }]],
    ),
  )
  const ids = await insertDetails(tx, [...distinct.values()])
  const idOf = new Map([...distinct.keys()].map((key, place) => [key, ids[place] ?? null]))
  return listens.map(({ details, ...listen }) => {
    const detailsId = details === undefined ? null : (idOf.get(`${listen.memberId} ${details.hash}`) ?? null)
    return { ...listen, detailsId }
  })
}

/** Stores the details that {@link findDetails} has found for listens, as {@link withDetails} does. */
export const withFound = (
  tx: Tx,
  found: ReadonlyMap<string, FoundDetails>,
  listens: readonly (SentListen & Omit<MemberListen, 'detailsId'>)[],
): Promise<readonly MemberListen[]> =>
  withDetails(
    tx,
    listens.map(({ artist, details, ...listen }) => ({
      ...listen,
      details: details && found.get(hashDetails(artist, details)),
    })),
  )
