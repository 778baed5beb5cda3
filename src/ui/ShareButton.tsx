import { Button } from './Button.tsx'
import { IconButton } from './IconButton.tsx'
import { toast } from './toast.ts'

interface ShareButtonProps {
  /** Its name and tooltip, such as 'Share Profile'. */
  label: string
  title: string
  /** Path in this app, such as `/profile/mirelle`. */
  path: string
}

/** Without a share sheet the link is copied, or shown if copying fails. */
export const ShareButton = ({ label, ...link }: ShareButtonProps) => (
  <IconButton icon="share" label={label} onClick={() => void share(link)} />
)

export const ShareLinkButton = ({ label, ...link }: ShareButtonProps) => (
  <Button block onClick={() => void share(link)}>
    {label}
  </Button>
)

async function share({ title, path }: Omit<ShareButtonProps, 'label'>): Promise<void> {
  const url = new URL(path, location.origin).href
  try {
    // Older desktops have no share sheet, and plain HTTP in a LAN lacks both APIs: the types do not
    // say so.
    if ('share' in navigator) await navigator.share({ title, url })
    else if ('clipboard' in navigator) await copy(url)
    else toast({ title: 'The link', description: url })
  } catch (error) {
    // The user cancelled, which is not a failure.
    if (error instanceof DOMException && error.name === 'AbortError') return
    toast({ title: 'The link', description: url })
  }
}

const copy = (url: string) => globalThis.navigator.clipboard.writeText(url).then(() => toast({ title: 'Link copied' }))
