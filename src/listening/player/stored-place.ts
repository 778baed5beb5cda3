import * as v from 'valibot'
import { DAY_MS } from '#contract/durations.ts'
import { PLAYER_KEY } from '#contract/storage-names.ts'
import { storeForMember } from '#src/startup/stored-member.ts'
import { readLocalStorage, writeLocalStorage } from '#src/ui/local-storage.ts'
import type { PlayerPlace } from './player-state.ts'

/** The most songs stored before the current one, and from it on. */
const BEFORE_MAX = 50
const AFTER_MAX = 150
/** Age in ms from which a place is not restored. */
const EXPIRES_MS = 30 * DAY_MS

const Seconds = v.pipe(v.number(), v.minValue(0))
const Song = v.object({ id: v.pipe(v.number(), v.integer(), v.minValue(1)), name: v.string(), artist: v.string() })
const Place = v.object({
  member: v.string(),
  storedAt: v.number(),
  songs: v.pipe(v.array(Song), v.maxLength(BEFORE_MAX + AFTER_MAX)),
  at: v.number(),
  position: Seconds,
  duration: Seconds,
  play: v.optional(
    v.object({ startedAt: v.pipe(v.number(), v.minValue(0)), playedMs: Seconds, isListen: v.boolean() }),
  ),
})
const Text = v.pipe(v.string(), v.parseJson(), Place)

/** Stores the list and the place in the song, unless the member has signed out meanwhile. */
export function storePlace(member: string, { queue, position, duration, play }: PlayerPlace): void {
  const first = Math.max(0, queue.at - BEFORE_MAX)
  const songs = queue.songs.slice(first, queue.at + AFTER_MAX)
  const place = { member, storedAt: Date.now(), songs, at: queue.at - first, position, duration }
  const text = JSON.stringify({ ...place, play: play && { ...play, startedAt: play.startedAt.getTime() } })
  try {
    storeForMember(member, PLAYER_KEY, text)
  } catch {
    // Storage is full or unavailable: the place is not restored.
  }
}

/** Returns the place that was stored last; undefined without a valid one. */
export function readPlace(member: string | null): PlayerPlace | undefined {
  const found = v.safeParse(Text, readLocalStorage(PLAYER_KEY))
  if (!found.success || found.output.member !== member) return undefined
  const { storedAt, songs, at, position, duration, play } = found.output
  if (!(at in songs) || Math.abs(Date.now() - storedAt) > EXPIRES_MS) return undefined
  return { queue: { songs, at }, position, duration, play: play && { ...play, startedAt: new Date(play.startedAt) } }
}

/** Deletes the place: the player was closed. */
export const deletePlace = (): boolean => writeLocalStorage(PLAYER_KEY, null)
