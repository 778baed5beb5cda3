import { toast } from './toast.ts'

interface SharedLink {
  title: string
  /** Path in this app, such as `/profile/mirelle`. */
  path: string
}

/** Opens the device's share sheet. Without one the link is copied, or shown if copying fails. */
export async function shareLink({ title, path }: SharedLink): Promise<void> {
  const url = new URL(path, location.origin).href
  try {
    // Older desktops have no share sheet, and plain HTTP in a LAN lacks both APIs: the types do not
    // say so.
    if (typeof navigator.share === 'function') await navigator.share({ title, url })
    else if ('clipboard' in navigator) await copy(url)
    else toast({ title: 'The link', description: url })
  } catch (error) {
    // The user cancelled, which is not a failure.
    if (error instanceof DOMException && error.name === 'AbortError') return
    toast({ title: 'The link', description: url })
  }
}

const copy = (url: string) => globalThis.navigator.clipboard.writeText(url).then(() => toast({ title: 'Link copied' }))
