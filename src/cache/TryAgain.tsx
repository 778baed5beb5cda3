import { Button } from '#src/ui/Button.tsx'
import type { Live } from './useLive.ts'

/** The button beside an error: the same while it is retried, since it may have the focus. */
export const TryAgain = ({ live }: { live: Pick<Live<unknown>, 'refetch' | 'isFetching'> }) => (
  <Button variant="quiet" busy={live.isFetching} onClick={() => void live.refetch()}>
    Try Again
  </Button>
)
