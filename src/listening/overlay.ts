import type { ResponseOf } from '#contract/endpoint.ts'
import type { getExploration, getSimilarTaste, getTopListeners } from '#contract/listening/charts.ts'
import { type blockReads, withoutBlocked } from '#src/accounts/blocks/overlay.ts'
import type { PendingOf } from '#src/offline/outbox/pending.ts'

type Blocks = PendingOf<typeof blockReads>

const nameOf = ({ username }: { username: string }) => username

export const overlayTopListeners = (response: ResponseOf<typeof getTopListeners>, pending: Blocks) => ({
  ...response,
  topListeners: withoutBlocked(response.topListeners, nameOf, pending),
})

/** Returns an exploration without blocked members among the others; null without a response. */
export const overlayExploration = (response: ResponseOf<typeof getExploration> | null, pending: Blocks) =>
  response && { ...response, explorers: withoutBlocked(response.explorers, nameOf, pending) }

export const overlaySimilarTaste = (response: ResponseOf<typeof getSimilarTaste> | null, pending: Blocks) =>
  response && { ...response, neighbours: withoutBlocked(response.neighbours, nameOf, pending) }
