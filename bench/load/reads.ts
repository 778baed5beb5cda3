import { sql } from 'kysely'
import type { Db } from '#server/db/open.ts'
import type { Random } from '#tests/simulation/random.ts'
import type { Client, SignedInMember } from './client.ts'
import { FAMOUS_ARTIST, nameAt } from './community.ts'

/** The values from which a measured call is drawn. */
export interface Draw {
  readonly client: Client
  readonly random: Random
  readonly viewers: readonly SignedInMember[]
  readonly members: number
  /** The artist ids that each client member plays. */
  readonly played: ReadonlyMap<number, readonly number[]>
}

/** A read that must not grow with the community: `send` is one call, drawn anew each time. */
export interface Read {
  readonly name: string
  readonly send: (draw: Draw) => Promise<string>
}

const PERIODS = ['7day', '1month', '3month', '12month'] as const

const pickMember = ({ random, members }: Draw) => nameAt(random.between(0, members - 1))
const pickPlayedArtist = ({ random, played }: Draw, viewer: SignedInMember) =>
  random.pick(played.get(viewer.id) ?? [FAMOUS_ARTIST])

/** Reads the whole leaderboard as the screen does: listeners and own rank. */
const readLeaderboard =
  (pickArtist: (draw: Draw, viewer: SignedInMember) => number, period: string) => (draw: Draw) => {
    const viewer = draw.random.pick(draw.viewers)
    const artist = `Artist ${pickArtist(draw, viewer)}`
    return draw.client.get(viewer, '/api/artist/top-listeners', {
      artist,
      period,
      limit: 50,
      current_user: viewer.name,
    })
  }

const readAbout = (path: string, name: string) => ({
  name,
  send: (draw: Draw) => draw.client.get(draw.random.pick(draw.viewers), path, { user: pickMember(draw) }),
})

const readOfArtist = (
  path: string,
  name: string,
  pickArtist: (draw: Draw, viewer: SignedInMember) => number,
): Read => ({
  name,
  send: (draw) => {
    const viewer = draw.random.pick(draw.viewers)
    return draw.client.get(viewer, path, { id: pickArtist(draw, viewer) })
  },
})

const pickFamousArtist = () => FAMOUS_ARTIST

/**
 * `half the members play it` is an artist's worst case; the others are played by the client member.
 */
export const reads: readonly Read[] = [
  { name: 'leaderboard with own rank', send: readLeaderboard(pickPlayedArtist, 'overall') },
  { name: 'leaderboard with own rank, half the members play it', send: readLeaderboard(pickFamousArtist, 'overall') },
  ...PERIODS.map((period) => ({ name: `leaderboard of ${period}`, send: readLeaderboard(pickPlayedArtist, period) })),
  ...PERIODS.map((period) => ({
    name: `leaderboard of ${period}, half the members play it`,
    send: readLeaderboard(pickFamousArtist, period),
  })),
  readOfArtist('/api/artist/by-id', 'artist', pickPlayedArtist),
  readOfArtist('/api/artist/by-id', 'artist, half the members play it', pickFamousArtist),
  readOfArtist('/api/artist/exploration', 'exploration', pickPlayedArtist),
  readOfArtist('/api/artist/exploration', 'exploration, half the members play it', pickFamousArtist),
  readAbout('/api/user/profile', 'profile'),
  readAbout('/api/user/followers', 'followers'),
  readAbout('/api/user/following', 'following'),
  readAbout('/api/user/top-artists', 'top artists with depth'),
  {
    name: 'search get-users',
    send: (draw) =>
      draw.client.get(draw.random.pick(draw.viewers), '/api/user/get-users', {
        search_term: pickMember(draw).slice(0, 5),
      }),
  },
]

export async function listPlayedBy(
  db: Db,
  viewers: readonly SignedInMember[],
): Promise<ReadonlyMap<number, readonly number[]>> {
  const { rows } = await sql<{ member_id: number; artists: number[] }>`
    select member_id, json_agg(artist_id) as artists from artist_plays
    where member_id = any(${viewers.map((it) => it.id)}::bigint[]) group by 1`.execute(db)
  return new Map(rows.map((row) => [row.member_id, row.artists]))
}
