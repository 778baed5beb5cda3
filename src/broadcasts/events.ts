import { useEffect, useEffectEvent } from 'react'

type BroadcastEvent = 'newBroadcast' | 'broadcastDeleted' | 'broadcastLiked' | 'broadcastUnliked'

/**
 * Calls back for one of the spec's events while mounted, with 0 for an invalid id. The app itself
 * dispatches none: the overlay shows its actions.
 */
export function useBroadcastEvent(name: BroadcastEvent, listener: (id: number) => void) {
  const onEvent = useEffectEvent((event: Event) => {
    const detail: unknown = event instanceof CustomEvent ? event.detail : undefined
    const id = typeof detail === 'object' && detail !== null && 'broadcastId' in detail ? Number(detail.broadcastId) : 0
    listener(Number.isSafeInteger(id) ? id : 0)
  })
  useEffect(() => {
    const listener = (event: Event) => onEvent(event)
    window.addEventListener(name, listener)
    return () => window.removeEventListener(name, listener)
  }, [name])
}

export function useLikeEvents(listener: (id: number, isLiked: boolean) => void) {
  useBroadcastEvent('broadcastLiked', (id) => listener(id, true))
  useBroadcastEvent('broadcastUnliked', (id) => listener(id, false))
}
