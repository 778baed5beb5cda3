import { useRefusalToasts } from '#src/outbox/useRefusalToasts.ts'
import { Toaster } from '#src/ui/Toaster.tsx'

/** The toasts, and those for refused actions: mounted before the first action can be sent. */
export function Toasts() {
  useRefusalToasts()
  return <Toaster />
}
