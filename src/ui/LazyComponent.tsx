import { type ComponentType, type ReactNode, startTransition, useEffect, useState } from 'react'
import { loadCode } from './load-code.ts'

interface LazyComponentProps<Props> {
  /** Fetches the component. Must be the same function at every render. */
  load: () => Promise<ComponentType<Props>>
  props: Props
  isWanted?: boolean
  fallback?: ReactNode
}

/** The component that each loader has fetched: rendered at once on the next mount. */
const fetched = new WeakMap<object, unknown>()

/** A component with code on demand. After a failure the fallback stays, retried while `isWanted`. */
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
    const ending = new AbortController()
    const { signal } = ending
    const show = (part: ComponentType<Props>) => {
      fetched.set(load, part)
      // Renders in slices: the user may already be pressing something.
      if (!signal.aborted) startTransition(() => setPart(() => part))
    }
    void loadCode(load, signal).then(show)
    return () => ending.abort()
  }, [isMissing, load])
  return isWanted && Part ? <Part {...props} /> : fallback
}
