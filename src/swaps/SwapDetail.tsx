import { ButtonLink } from '#src/ui/Button.tsx'
import { Stack } from '#src/ui/Stack.tsx'
import { AnswerSwap } from './AnswerSwap.tsx'
import { EndedSwap } from './EndedSwap.tsx'
import type { SwapOfMember } from './overlay.ts'
import { PendingSwap } from './PendingSwap.tsx'
import { SwapResults } from './SwapResults.tsx'
import { swapStatus } from './status.ts'

export function SwapDetail({ swap, member }: SwapOfMember) {
  const status = swapStatus(swap, member)
  switch (status) {
    case 'completed':
      return <SwapResults swap={swap} member={member} />
    case 'action_required':
      return <AnswerSwap swap={swap} member={member} />
    case 'pending':
      return (
        <Stack gap="m">
          <PendingSwap swap={swap} member={member} />
          <BackToHistory />
        </Stack>
      )
    default:
      return (
        <Stack gap="m">
          <EndedSwap swap={swap} member={member} status={status} />
          <BackToHistory />
        </Stack>
      )
  }
}

export const BackToHistory = () => (
  <ButtonLink block variant="quiet" to="/track-swap-history">
    Back to History
  </ButtonLink>
)
