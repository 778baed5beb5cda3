import { type RawBuilder, sql } from 'kysely'
import { isVisible } from '#server/broadcasts/index.ts'
import type { Db } from '#server/db/open.ts'
import { UPLOADED } from '#server/db/pictures.ts'
import { markPrepared } from '#server/db/prepared.ts'
import { isOnBoards, isSuspended, linkOpenTo } from '#server/db/visible-to.ts'
import { type SharedSwapRow, selectSharedSwap } from '#server/swaps/index.ts'
import { cleanText } from './clean-text.ts'
import type { PageTarget, TargetKind } from './page-target.ts'
import type { Preview } from './preview.ts'

const NAME_MAX = 100
const DESCRIPTION_MAX = 200

/**
 * Returns a page's preview as a visitor without a session may see it, by one statement. Undefined
 * both for missing and for hidden content.
 */
export async function findPreview(db: Db, { kind, key }: PageTarget, now: Date): Promise<Preview | undefined> {
  const preview = await finders[kind](db, key, now)
  return preview && { ...preview, site: cleanText(preview.site, NAME_MAX) }
}

type Find = (db: Db, key: string, now: Date) => Promise<Preview | undefined>

const site = sql`coalesce(nullif((select name from instance), ''), 'Flipside') as site`

/** Whether the member in a joined `members` row is open to visitors and in good standing. */
const isPublic = (alias: string, now: Date): RawBuilder<boolean> => linkOpenTo(null, alias, now)

/** Returns a finder that selects at most one row and converts it. */
const createFinder =
  <Row>(select: (key: string, now: Date) => RawBuilder<Row>, toPreview: (row: Row) => Preview): Find =>
  async (db, key, now) => {
    const { rows } = await markPrepared(select(key, now)).execute(db)
    return rows[0] && toPreview(rows[0])
  }

const short = (text: string) => cleanText(text, NAME_MAX)
const toAuthor = (name: string) => ({ name: short(name), path: profilePath(name) })
const profilePath = (name: string) => `/profile/${encodeURIComponent(name.toWellFormed())}`

interface BroadcastRow {
  id: number
  caption: string
  author: string
  track: string
  artist: string
  hides: boolean
  site: string
}

const findBroadcast = createFinder(
  (key, now) => sql<BroadcastRow>`
    select broadcasts.id, broadcasts.title as caption, author.name as author, author.hides_from_search as hides,
      tracks.title as track, artists.name as artist, ${site}
    from broadcasts join members as author on author.id = author_id
    join tracks on tracks.id = track_id join artists on artists.id = tracks.artist_id
    where broadcasts.id = ${key}::bigint and type = 'Track' and ${isVisible(null)} and ${isPublic('author', now)}`,
  (row) => {
    const [track, artist, by] = [short(row.track), short(row.artist), `Shared by ${short(row.author)}`]
    const caption = cleanText(row.caption, DESCRIPTION_MAX)
    return {
      path: `/broadcast/${row.id}`,
      picturePath: `/og/broadcast/${row.id}.png`,
      type: 'website',
      title: `${track} by ${artist}`,
      description: caption === '' ? `${by} on ${short(row.site)}.` : `${by}: ${caption}`,
      site: row.site,
      author: toAuthor(row.author),
      isHiddenFromSearch: row.hides,
      drawing: {
        layout: 'record',
        label: by,
        sleeve: { artist: row.artist, title: row.track },
        lines: [track, artist],
      },
    }
  },
)

interface MemberRow {
  name: string
  swag: number
  picture: string | null
  hides: boolean
  site: string
}

const findProfile = createFinder(
  (key, now) => sql<MemberRow>`
    select members.name, members.swag, members.picture_url as picture, members.hides_from_search as hides, ${site}
    from members where members.name_key = ${key} and ${isPublic('members', now)}`,
  (row) => {
    const name = short(row.name)
    return {
      path: profilePath(row.name),
      picturePath: `/og${profilePath(row.name)}.png`,
      type: 'profile',
      title: `${name} on ${short(row.site)}`,
      description: `Broadcasts and charts of ${name}, with ${row.swag} swag from Track Swaps.`,
      site: row.site,
      author: toAuthor(row.name),
      isHiddenFromSearch: row.hides,
      drawing: {
        layout: 'member',
        name,
        picture: row.picture?.startsWith(UPLOADED) ? row.picture.slice(UPLOADED.length) : null,
        lines: [name, `${row.swag} swag`],
      },
    }
  },
)

interface MusicRow {
  id: number
  title: string
  artist: string
  site: string
}

/** Whether members on leaderboards have played it: what music pages show to every member. */
const isPlayed = (table: 'artist_plays' | 'album_plays' | 'track_plays', column: string, now: Date) =>
  sql<boolean>`exists (select from ${sql.table(table)} as listener where ${sql.ref(`listener.${column}`)} = found.id
    and ${isOnBoards('listener.member_id')} and not ${isSuspended('listener.member_id', now)})`

const findArtist = createFinder(
  (key, now) => sql<MusicRow>`
    select found.id, found.name as title, found.name as artist, ${site} from artists as found
    where found.id = (select coalesce(merged_into, id) from artists where id = ${key}::bigint)
      and ${isPlayed('artist_plays', 'artist_id', now)}`,
  (row) => {
    const name = short(row.title)
    return {
      ...toMusic('artist', row),
      type: 'website',
      title: name,
      description: `The top listeners, tracks and albums of ${name} on ${short(row.site)}.`,
      drawing: { layout: 'record', label: 'Artist', sleeve: { artist: row.artist, title: '' }, lines: [name] },
    }
  },
)

/** Titles by an artist. `isShown`: whether a visitor may see the title. */
const findTitle = (kind: 'album' | 'track', isShown: (now: Date) => RawBuilder<boolean>): Find => {
  const table = sql.table(`${kind}s`)
  return createFinder(
    (key, now) => sql<MusicRow>`
      select found.id, found.title, artists.name as artist, ${site}
      from ${table} as found join artists on artists.id = found.artist_id
      where found.id = (select coalesce(merged_into, id) from ${table} where id = ${key}::bigint) and ${isShown(now)}`,
    (row) => {
      const [title, artist] = [short(row.title), short(row.artist)]
      return {
        ...toMusic(kind, row),
        type: kind === 'album' ? 'music.album' : 'music.song',
        title: `${title} by ${artist}`,
        description: `${kind === 'album' ? 'The album' : 'The track'} and its top listeners on ${short(row.site)}.`,
        drawing: {
          layout: 'record',
          label: kind === 'album' ? 'Album' : 'Track',
          sleeve: { artist: row.artist, title: row.title },
          lines: [title, artist],
        },
      }
    },
  )
}

const toMusic = (kind: 'artist' | 'album' | 'track', row: MusicRow) => ({
  path: `/${kind}/${row.id}`,
  picturePath: `/og/${kind}/${row.id}.png`,
  site: row.site,
  author: null,
  isHiddenFromSearch: false,
})

const isBroadcast = (now: Date) => sql<boolean>`exists (
  select from broadcasts join members as author on author.id = author_id
  where track_id = found.id and ${isVisible(null)} and ${isPublic('author', now)})`

const findSwap = createFinder(
  (key, now) => sql<SharedSwapRow & { site: string }>`
    select shared.*, ${site} from (${selectSharedSwap(key, null, now)}) as shared`,
  (row) => {
    const [initiator, matched] = [short(row.initiator), short(row.matched)]
    const own = { title: row.initiator_title, artist: row.initiator_artist }
    const others = { title: row.matched_title, artist: row.matched_artist }
    const heading = `${initiator} and ${matched} flipped sides`
    return {
      path: `/track-swap-results?id=${row.id}`,
      picturePath: `/og/swap/${row.id}.png`,
      type: 'website',
      title: heading,
      description: cleanText(
        `${short(own.title)} by ${short(own.artist)} for ${short(others.title)} by ${short(others.artist)}: the results of a Track Swap.`,
        2 * DESCRIPTION_MAX,
      ),
      site: row.site,
      author: toAuthor(row.initiator),
      isHiddenFromSearch: row.hides,
      drawing: {
        layout: 'swap',
        heading,
        sides: [
          { sleeve: own, lines: [short(own.title), short(own.artist)], figure: `+${row.matched_rating} swag` },
          {
            sleeve: others,
            lines: [short(others.title), short(others.artist)],
            figure: `+${row.initiator_rating} swag`,
          },
        ],
      },
    }
  },
)

const finders: Readonly<Record<TargetKind, Find>> = {
  broadcast: findBroadcast,
  profile: findProfile,
  artist: findArtist,
  album: findTitle('album', (now) => isPlayed('album_plays', 'album_id', now)),
  track: findTitle(
    'track',
    (now) => sql<boolean>`(${isPlayed('track_plays', 'track_id', now)} or ${isBroadcast(now)})`,
  ),
  swap: findSwap,
}
