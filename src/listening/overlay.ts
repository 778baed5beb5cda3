import type { ResponseOf } from '#contract/endpoint.ts'
import type { getExploration, getSimilarTaste, getTopListeners } from '#contract/listening/charts.ts'
import { type blockReads, withoutBlocked } from '#src/accounts/blocks/overlay.ts'
import type { PendingOf } from '#src/offline/outbox/pending.ts'

type Blocks = PendingOf<typeof blockReads>

const nameOf = ({ username }: { username: string }) => username

/** Returns an artist's first listeners without blocked members. */
export const overlayTopListeners = (answer: ResponseOf<typeof getTopListeners>, pending: Blocks) => ({
  ...answer,
  topListeners: withoutBlocked(answer.topListeners, nameOf, pending),
})

/** Returns an exploration without blocked members among the others; null without a response. */
export const overlayExploration = (answer: ResponseOf<typeof getExploration> | null, pending: Blocks) =>
  answer && { ...answer, explorers: withoutBlocked(answer.explorers, nameOf, pending) }

/** Returns the members with similar taste without blocked ones; null without a response. */
export const overlaySimilarTaste = (answer: ResponseOf<typeof getSimilarTaste> | null, pending: Blocks) =>
  answer && { ...answer, neighbours: withoutBlocked(answer.neighbours, nameOf, pending) }
