import { toast } from '#src/ui/toast.ts'

/** Passes the link to a broadcast to the device's share sheet, or copies it. */
export async function shareLink(id: number, title: string): Promise<void> {
  const url = new URL(`/broadcast/${id}`, location.href).href
  // closed without a choice
  if (typeof navigator.share === 'function') return navigator.share({ title, url }).catch(() => undefined)
  try {
    await navigator.clipboard.writeText(url)
    toast({ title: 'Link copied' })
  } catch (error) {
    console.warn('The link could not be copied.', error)
    toast({ title: url, durationMs: 30_000 }) // to be copied by hand
  }
}
