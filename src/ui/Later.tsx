import { type ComponentType, type ReactNode, startTransition, useEffect, useState } from 'react'

const AGAIN_MS = 5000

interface LaterProps<Props> {
  /** Fetches the component. Must not change from one drawing to the next. */
  load: () => Promise<ComponentType<Props>>
  props: Props
  isWanted?: boolean
  /** Shown until it is there. */
  fallback?: ReactNode
}

/** What each loader has fetched: shown at once when its place is drawn anew. */
const fetched = new WeakMap<object, unknown>()

/**
 * A component whose code is fetched when it is wanted. What cannot be fetched, as in a tunnel, takes nothing away that is shown already: it
 * is asked for again every 5 s, for as long as it is wanted.
 */
export function Later<Props extends object>({ load, props, isWanted = true, fallback = null }: LaterProps<Props>) {
  // What a loader has fetched is what it fetches.
  const [Part, setPart] = useState(() => fetched.get(load) as ComponentType<Props> | undefined)
  const isMissing = isWanted && Part === undefined
  useEffect(() => {
    if (!isMissing) return
    let again: ReturnType<typeof setTimeout> | undefined
    let isOver = false
    const attempt = async () => {
      try {
        const part = await load()
        fetched.set(load, part)
        // Drawn in slices: it comes when a person may be pressing something already.
        if (!isOver) startTransition(() => setPart(() => part))
      } catch (error) {
        console.warn('A part of the screen could not be fetched. It is asked for again.', error)
        if (!isOver) again = setTimeout(() => void attempt(), AGAIN_MS)
      }
    }
    void attempt()
    return () => {
      isOver = true
      clearTimeout(again)
    }
  }, [isMissing, load])
  return isWanted && Part ? <Part {...props} /> : fallback
}
