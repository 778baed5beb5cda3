import { lazy, Suspense, useState, useSyncExternalStore } from 'react'
import { PlainToaster } from './PlainToaster.tsx'
import { currentToasts, subscribeToasts } from './toast.ts'

// A chunk that cannot be loaded is no reason to say nothing.
const LazyToaster = lazy(async () => {
  try {
    return { default: (await import('./RadixToaster.tsx')).RadixToaster }
  } catch (error) {
    console.warn('The toasts are shown plainly, their code could not be loaded.', error)
    return { default: PlainToaster }
  }
})

/** Shows what `toast()` was told. Once in the page. Its code (9.5 kB) is fetched with the first toast. */
export function Toaster() {
  const toasts = useSyncExternalStore(subscribeToasts, currentToasts, currentToasts)
  const [wasNeeded, setWasNeeded] = useState(false)
  if (toasts.length > 0 && !wasNeeded) setWasNeeded(true)
  if (!wasNeeded) return null
  return (
    <Suspense fallback={null}>
      <LazyToaster toasts={toasts} />
    </Suspense>
  )
}
