import type { Player } from './create-player.ts'
import { storePlace } from './stored-place.ts'

/** After this many seconds of a song its place is stored again. */
const EVERY_S = 5

/**
 * Stores the player's place as it changes, and when the page is hidden or left. A tab that plays
 * nothing stores nothing: the place is that of the tab that played last. Returns a function that
 * ends it.
 */
export function followPlace(player: Player, member: string): () => void {
  let last = player.getState()
  const store = () => {
    last = player.getState()
    storePlace(member, player.readPlace())
  }
  const unsubscribe = player.subscribe(() => {
    const { queue, phase, position } = player.getState()
    const isNear = Math.abs(position - last.position) < EVERY_S
    if (queue.songs.length > 0 && (queue !== last.queue || phase !== last.phase || !isNear)) store()
  })
  const storeIfPlaying = () => {
    if (player.getState().phase === 'playing') store()
  }
  document.addEventListener('visibilitychange', storeIfPlaying)
  window.addEventListener('pagehide', storeIfPlaying)
  return () => {
    unsubscribe()
    document.removeEventListener('visibilitychange', storeIfPlaying)
    window.removeEventListener('pagehide', storeIfPlaying)
  }
}
