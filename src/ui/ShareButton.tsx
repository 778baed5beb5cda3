import { IconButton } from './IconButton.tsx'
import { toast } from './toast.ts'

interface ShareButtonProps {
  /** Its name and tooltip, such as 'Share Profile'. */
  label: string
  /** What the link is called where it arrives. */
  title: string
  /** Of this app: `/profile/mirelle`. */
  path: string
}

/** Hands a link to this app to the system's share sheet; where there is none it is copied, or else shown. */
export function ShareButton({ label, title, path }: ShareButtonProps) {
  return (
    <IconButton icon="share" label={label} onClick={() => void share(title, new URL(path, location.origin).href)} />
  )
}

async function share(title: string, url: string): Promise<void> {
  try {
    // Older desktops have no share sheet, and plain http in a LAN has neither: the types know of no absence.
    if ('share' in navigator) await navigator.share({ title, url })
    else if ('clipboard' in navigator) await copy(url)
    else toast({ title: 'The link', description: url })
  } catch (error) {
    // Thought better of it: that is no failure.
    if (error instanceof DOMException && error.name === 'AbortError') return
    toast({ title: 'The link', description: url })
  }
}

const copy = (url: string) => globalThis.navigator.clipboard.writeText(url).then(() => toast({ title: 'Link copied' }))
