import { nameKey } from '#contract/accounts/names.ts'
import { SAME_PLAY_MS } from '#contract/listening/play-reactions.ts'
import type { PendingOf } from '#src/offline/outbox/pending.ts'
import { reactToPlay } from './actions.ts'

export const reactionReads = [reactToPlay] as const

export interface ShownPlay {
  readonly member: string
  readonly artist: string
  readonly track: string
  /** ISO 8601. */
  readonly playedAt: string
}

/** Returns a play with the last pending reaction. Unchanged if the host has none. */
export function withReaction<T extends { readonly is_reacted?: boolean | undefined }>(
  row: T,
  play: ShownPlay,
  pending: PendingOf<typeof reactionReads>,
): T {
  if (row.is_reacted === undefined) return row
  const last = pending.of(reactToPlay).findLast((action) => isSamePlay(action, play))
  return last === undefined || last.isReacted === row.is_reacted ? row : { ...row, is_reacted: last.isReacted }
}

const isSamePlay = (a: ShownPlay, b: ShownPlay): boolean =>
  (['member', 'artist', 'track'] as const).every((name) => nameKey(a[name]) === nameKey(b[name])) &&
  Math.abs(Date.parse(a.playedAt) - Date.parse(b.playedAt)) <= SAME_PLAY_MS
