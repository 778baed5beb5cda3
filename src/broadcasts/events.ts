import { useEffect, useEffectEvent } from 'react'

/** `isOwn`: dispatched with an action on this page, which the overlay already shows. */
interface BroadcastEvents {
  newBroadcast: { isOwn: boolean }
  broadcastDeleted: { broadcastId: number; isOwn: boolean }
  broadcastLiked: { broadcastId: number; isOwn: boolean }
  broadcastUnliked: { broadcastId: number; isOwn: boolean }
}

export function emit<N extends keyof BroadcastEvents>(name: N, detail: BroadcastEvents[N]) {
  window.dispatchEvent(new CustomEvent(name, { detail }))
}

/** Calls back for one event while mounted. Foreign events may lack `isOwn` or be invalid. */
export function useBroadcastEvent<N extends keyof BroadcastEvents>(
  name: N,
  listener: (detail: BroadcastEvents[N]) => void,
) {
  const onEvent = useEffectEvent((event: Event) => {
    const detail: unknown = event instanceof CustomEvent ? event.detail : undefined
    listener(asDetail(detail))
  })
  useEffect(() => {
    const listener = (event: Event) => onEvent(event)
    window.addEventListener(name, listener)
    return () => window.removeEventListener(name, listener)
  }, [name])
}

function asDetail(detail: unknown): { broadcastId: number; isOwn: boolean } {
  const fields: Record<string, unknown> = typeof detail === 'object' && detail !== null ? { ...detail } : {}
  const id = Number(fields['broadcastId'])
  return { broadcastId: Number.isSafeInteger(id) ? id : 0, isOwn: fields['isOwn'] === true }
}
