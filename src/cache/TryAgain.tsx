import { Button } from '#src/ui/Button.tsx'
import type { Live } from './useLive.ts'

interface TryAgainProps {
  live: Pick<Live<unknown>, 'refetch' | 'isFetching'>
  /** `s` beside a text, which needs the room on a phone. */
  size?: 's' | 'm'
}

/** The button beside an error: the same while it is retried, since it may have the focus. */
export const TryAgain = ({ live, size = 'm' }: TryAgainProps) => (
  <Button variant="quiet" size={size} busy={live.isFetching} onClick={() => void live.refetch()}>
    Try Again
  </Button>
)
