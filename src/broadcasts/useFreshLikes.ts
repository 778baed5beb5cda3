import { useEffect, useEffectEvent } from 'react'
import type { Live } from '#src/cache/useLive.ts'

const AT_MOST_EVERY_MS = 30_000

/** At most once in 30 s: one request for all items in `head`. */
export function useFreshLikes(head: Pick<Live<unknown>, 'requestedAt' | 'isFetching' | 'refetch'>) {
  const onReturn = useEffectEvent(() => {
    if (document.visibilityState !== 'visible' || head.requestedAt === undefined || head.isFetching) return
    if (Date.now() - head.requestedAt > AT_MOST_EVERY_MS) void head.refetch()
  })
  useEffect(() => {
    const listener = () => onReturn()
    window.addEventListener('focus', listener)
    document.addEventListener('visibilitychange', listener)
    return () => {
      window.removeEventListener('focus', listener)
      document.removeEventListener('visibilitychange', listener)
    }
  }, [])
}
