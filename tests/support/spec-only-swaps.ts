import type { Context, Hono } from 'hono'
import type { Community, HostSwap } from './spec-only-community.ts'
import { bareTime, done, refuse } from './spec-only-responses.ts'

/** The swap game, as the spec's section 7 shows it. */
export function addSwaps(app: Hono, { swaps, members, tracks, nextId }: Community) {
  const find = (c: Context) => swaps.find(({ id }) => String(id) === c.req.query('songswapid'))
  const side = (swap: HostSwap, c: Context) => (swap.initiated === c.req.query('user') ? 0 : 1)
  const shown = (swap: HostSwap) => {
    const [initiated, matched] = swap.tracks.map((id) => tracks.find((track) => track.id === id))
    return {
      id: String(swap.id),
      song_swap_id: String(swap.id),
      initiated_user: swap.initiated,
      matched_user: swap.matched,
      initiated_track_id: swap.tracks[0]?.toString() ?? null,
      matched_track_id: swap.tracks[1]?.toString() ?? null,
      initiated_track_name: initiated?.track ?? null,
      matched_track_name: matched?.track ?? null,
      initiated_artist_name: initiated?.artist ?? null,
      matched_artist_name: matched?.artist ?? null,
      initiated_track_url: null,
      matched_track_url: null,
      initiated_reaction: swap.reactions[0]?.toString() ?? null,
      matched_reaction: swap.reactions[1]?.toString() ?? null,
      swap_initiated_timestamp: bareTime(swap.at),
    }
  }
  app.get('/api/get-song-swaps', (c) => {
    const { user = '', songswapid } = c.req.query()
    const own = swaps.filter((swap) => swap.initiated === user || swap.matched === user)
    return c.json({
      songSwaps: own.filter(({ id }) => songswapid === undefined || String(id) === songswapid).map(shown),
    })
  })
  app.get('/api/find-song-swap-match', (c) => {
    const other = members.find(({ profile }) => profile !== c.req.query('user'))
    return other ? c.json({ matched_user_profile: other.profile }) : c.json({ error: 'Nobody is here' })
  })
  app.post('/api/create-song-swap', (c) => {
    const { user = '', matched_user = '' } = c.req.query()
    const id = nextId()
    swaps.push({
      id,
      initiated: user,
      matched: matched_user,
      tracks: [null, null],
      reactions: [null, null],
      at: new Date(),
    })
    return c.json({ song_swap_id: String(id) })
  })
  app.post('/api/add-song-swap-track', (c) => {
    const swap = find(c)
    if (!swap) return refuse(c, 404, 'No such swap')
    swap.tracks[side(swap, c)] = Number(c.req.query('trackid'))
    return done(c)
  })
  app.post('/api/add-song-swap-reaction', (c) => {
    const swap = find(c)
    if (!swap) return refuse(c, 404, 'No such swap')
    swap.reactions[side(swap, c)] = Number(c.req.query('reaction'))
    return done(c)
  })
}
