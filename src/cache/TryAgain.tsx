import { useCallback, useSyncExternalStore } from 'react'
import { ServerError } from '#src/api/errors.ts'
import { Button } from '#src/ui/Button.tsx'
import { formatClock } from '#src/ui/dates.ts'
import { VisuallyHidden } from '#src/ui/VisuallyHidden.tsx'
import type { Live } from './useLive.ts'

interface TryAgainProps {
  live: Pick<Live<unknown>, 'isFetching' | 'error'> & { refetch: () => unknown }
  /** `s` beside a text, which needs the room on a phone. */
  size?: 's' | 'm'
}

/**
 * The button beside an error: the same while it is retried, since it may have the focus. After a 429
 * with Retry-After it is disabled until then.
 */
export function TryAgain({ live, size = 'm' }: TryAgainProps) {
  const at = allowedAt(live.error)
  const seconds = useSecondsUntil(at)
  return (
    <Button
      variant="quiet"
      size={size}
      busy={live.isFetching}
      aria-disabled={seconds > 0 || undefined}
      onClick={() => seconds === 0 && void live.refetch()}
    >
      {/* One item of the button's row. */}
      <span>
        Try Again
        {seconds > 0 && (
          <>
            {/* Hidden: in an alert each second would be announced. */}
            <span aria-hidden="true">{` in ${formatSeconds(seconds)}`}</span>
            <VisuallyHidden> at {formatTime(new Date(at))}</VisuallyHidden>
          </>
        )}
      </span>
    </Button>
  )
}

/** When a failure was first shown, plus its Retry-After, in ms since 1970. */
const allowed = new WeakMap<ServerError, number>()

/** Returns when a rate limit allows the next request, in ms since 1970; 0: at any time. */
function allowedAt(error: unknown): number {
  if (!(error instanceof ServerError) || error.status !== 429 || error.retryAfterMs === undefined) return 0
  const at = allowed.get(error) ?? Date.now() + error.retryAfterMs
  allowed.set(error, at)
  return at
}

const padTwo = (seconds: number) => String(seconds).padStart(2, '0')
const formatSeconds = (seconds: number) => `${Math.floor(seconds / 60)}:${padTwo(seconds % 60)}`
const formatTime = (at: Date) => `${formatClock(at)}:${padTwo(at.getSeconds())}`

const TICK_MS = 250

/** Returns the seconds until a time in ms since 1970, rounded up, as they pass; 0 once it is over. */
function useSecondsUntil(at: number): number {
  const subscribe = useCallback(
    (notify: () => void) => {
      const timer = setInterval(() => {
        notify()
        if (Date.now() >= at) clearInterval(timer)
      }, TICK_MS)
      return () => clearInterval(timer)
    },
    [at],
  )
  return useSyncExternalStore(
    subscribe,
    () => Math.max(0, Math.ceil((at - Date.now()) / 1000)),
    () => 0,
  )
}
