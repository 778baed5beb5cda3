import { type ComponentType, type ReactNode, startTransition, useEffect, useState } from 'react'

const AGAIN_MS = 5000

interface LazyComponentProps<Props> {
  /** Fetches the component. Must be the same function at every render. */
  load: () => Promise<ComponentType<Props>>
  props: Props
  isWanted?: boolean
  /** Rendered until the component has loaded. */
  fallback?: ReactNode
}

/** The component that each loader has fetched: rendered at once on the next mount. */
const fetched = new WeakMap<object, unknown>()

/**
 * A component whose code is fetched on demand. If the request fails, as in a tunnel, the fallback
 * stays and the request is retried every 5 s while `isWanted`.
 */
export function LazyComponent<Props extends object>({
  load,
  props,
  isWanted = true,
  fallback = null,
}: LazyComponentProps<Props>) {
  // The map stores what this loader returned, so the type holds.
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
        // Renders in slices: the user may already be pressing something.
        if (!isOver) startTransition(() => setPart(() => part))
      } catch (error) {
        console.warn('A part of the screen could not be fetched. It will be retried.', error)
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
