import { accountLaws } from './accounts.ts'
import { broadcastLaws } from './broadcasts.ts'
import type { AnyLaw } from './law.ts'
import { listeningLaws } from './listening.ts'
import { listLaws } from './lists.ts'
import { messageLaws } from './messages.ts'
import { swapLaws } from './swaps.ts'

/** Every overlay with its laws. */
export const overlayLaws: readonly AnyLaw[] = [
  ...accountLaws,
  ...broadcastLaws,
  ...listLaws,
  ...listeningLaws,
  ...messageLaws,
  ...swapLaws,
]
