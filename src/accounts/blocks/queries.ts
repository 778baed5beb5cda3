import { type Blocked, getBlocks } from '#contract/accounts/blocks.ts'
import { nameKey } from '#contract/accounts/names.ts'
import { poll } from '#src/api/call.ts'
import { liveQuery } from '#src/cache/live.ts'
import type { PendingOf } from '#src/offline/outbox/pending.ts'
import { blockAndMuteReads, overlayBlocks } from './overlay.ts'

/** The members that the user has blocked or muted. An addition: other hosts reject it. */
export const blocksQuery = (user: string) =>
  liveQuery({
    queryKey: ['accounts', 'blocks', nameKey(user)],
    fetch: (options) => poll(getBlocks, { user }, options),
    overlay: overlayAll,
    reads: blockAndMuteReads,
  })

const overlayAll = ({ blocks }: { blocks: Blocked[] }, pending: PendingOf<typeof blockAndMuteReads>) =>
  overlayBlocks(blocks, pending)
