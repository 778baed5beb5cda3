import { sql } from 'kysely'
import type { Db } from '#server/db/open.ts'
import type { Random } from '#tests/simulation/random.ts'
import type { Asker, Client } from './client.ts'
import { FAMOUS_ARTIST, nameAt } from './community.ts'

/** The values from which a measured call is drawn. */
export interface Draw {
  readonly client: Client
  readonly random: Random
  readonly askers: readonly Asker[]
  readonly members: number
  /** Ids of the artists that each client member plays. */
  readonly played: ReadonlyMap<number, readonly number[]>
}

/** A read that must not grow with the community: `ask` is one call, drawn anew each time. */
export interface Read {
  readonly name: string
  readonly ask: (draw: Draw) => Promise<string>
}

const PERIODS = ['7day', '1month', '3month', '12month'] as const

const someMember = ({ random, members }: Draw) => nameAt(random.between(0, members - 1))
const someArtist = ({ random, played }: Draw, asker: Asker) => random.pick(played.get(asker.id) ?? [FAMOUS_ARTIST])

/** Reads the whole leaderboard as the screen does: listeners and own rank. */
const leaderboard = (artistOf: (draw: Draw, asker: Asker) => number, period: string) => (draw: Draw) => {
  const asker = draw.random.pick(draw.askers)
  const artist = `Artist ${artistOf(draw, asker)}`
  return draw.client.get(asker, '/api/artist/top-listeners', { artist, period, limit: 50, current_user: asker.name })
}

const about = (path: string, name: string) => ({
  name,
  ask: (draw: Draw) => draw.client.get(draw.random.pick(draw.askers), path, { user: someMember(draw) }),
})

const ofArtist = (path: string, name: string, artistOf: (draw: Draw, asker: Asker) => number): Read => ({
  name,
  ask: (draw) => {
    const asker = draw.random.pick(draw.askers)
    return draw.client.get(asker, path, { id: artistOf(draw, asker) })
  },
})

const famous = () => FAMOUS_ARTIST

/**
 * `half the members play it` is the worst case of an artist; the others are played by the client
 * member.
 */
export const reads: readonly Read[] = [
  { name: 'leaderboard with own rank', ask: leaderboard(someArtist, 'overall') },
  { name: 'leaderboard with own rank, half the members play it', ask: leaderboard(famous, 'overall') },
  ...PERIODS.map((period) => ({ name: `leaderboard of ${period}`, ask: leaderboard(someArtist, period) })),
  ...PERIODS.map((period) => ({
    name: `leaderboard of ${period}, half the members play it`,
    ask: leaderboard(famous, period),
  })),
  ofArtist('/api/artist/by-id', 'artist', someArtist),
  ofArtist('/api/artist/by-id', 'artist, half the members play it', famous),
  ofArtist('/api/artist/exploration', 'exploration', someArtist),
  ofArtist('/api/artist/exploration', 'exploration, half the members play it', famous),
  about('/api/user/profile', 'profile'),
  about('/api/user/followers', 'followers'),
  about('/api/user/following', 'following'),
  about('/api/user/top-artists', 'top artists with depth'),
  {
    name: 'search get-users',
    ask: (draw) =>
      draw.client.get(draw.random.pick(draw.askers), '/api/user/get-users', {
        search_term: someMember(draw).slice(0, 5),
      }),
  },
]

export async function listPlayedBy(db: Db, askers: readonly Asker[]): Promise<ReadonlyMap<number, readonly number[]>> {
  const { rows } = await sql<{ member_id: number; artists: number[] }>`
    select member_id, json_agg(artist_id) as artists from artist_plays
    where member_id = any(${askers.map((it) => it.id)}::bigint[]) group by 1`.execute(db)
  return new Map(rows.map((row) => [row.member_id, row.artists]))
}
