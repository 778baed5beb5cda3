import type { Tx } from '#server/db/open.ts'
import { hasListens, insertDetailedListens, insertTracks } from '#server/listening/index.ts'
import { createListeningTimes } from './listening-times.ts'
import { createMusic } from './music.ts'
import { chooseScenes, type DemoListen } from './people.ts'
import { createRandom } from './random.ts'
import { toListen } from './replay.ts'
import { createDraw, createTaste } from './taste.ts'
import { DAY_MS } from './times.ts'

/** More than the hundred most played tracks that a track picker shows, all within 29 days. */
const DISTINCT_TRACKS = 130
const LISTENS = 520
const DAYS = 29
const FEWEST_ARTISTS = 48

/**
 * Returns plausible recent listens by a newcomer to the fictional music of `seed`; `number` selects
 * one to three scenes.
 */
function createSampleListens(seed: number, number: number): readonly DemoListen[] {
  const random = createRandom(seed, `sample ${number}`)
  const music = createMusic(seed)
  const taste = createTaste(music, chooseScenes(random), random, FEWEST_ARTISTS)
  const draw = createDraw(taste, random)
  const tracks = [
    ...taste.slice(0, DISTINCT_TRACKS).map(({ track }) => track),
    ...Array.from({ length: LISTENS - DISTINCT_TRACKS }, draw),
  ]
  const times = createListeningTimes(tracks.length, DAYS, random)
  return random.shuffle(tracks).map((track, place) => ({ track, beforeMs: times[place] ?? DAY_MS }))
}

/** Inserts sample listens unless the member has listens. Concurrent calls insert them once. */
export async function insertSampleListens(tx: Tx, seed: number, memberId: number, now: Date): Promise<void> {
  await tx.selectFrom('members').select('id').where('id', '=', memberId).forNoKeyUpdate().execute()
  if (await hasListens(tx, memberId)) return
  const listens = createSampleListens(seed, memberId)
  const trackIds = await insertTracks(tx, createMusic(seed).tracks)
  const rows = listens.map(({ track, beforeMs }) => toListen(trackIds, track, new Date(now.getTime() - beforeMs)))
  await insertDetailedListens(tx, memberId, rows)
}
