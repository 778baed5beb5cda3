import { getBlocks } from '#contract/accounts/blocks.ts'
import { ownQuery } from '#src/cache/own-query.ts'
import { blockAndMuteReads, overlayBlocks } from './overlay.ts'

/** The members that the user has blocked or muted; null from a host without blocks. */
export const blocksQuery = ownQuery(getBlocks, ['accounts', 'blocks'], {
  overlay: (response, pending) => response && overlayBlocks(response.blocks, pending),
  reads: blockAndMuteReads,
})
