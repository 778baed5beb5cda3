import { useState } from 'react'
import { NoConnection } from '#src/api/errors.ts'
import { Button } from '#src/ui/Button.tsx'
import { toast } from '#src/ui/toast.ts'

interface DownloadFeedProps {
  /** Stores the feed; resolves to the number of broadcasts, throws as `call`. */
  onDownload: () => Promise<number>
  onDone: () => void
}

/** Downloads the recent feed for offline use. */
export function DownloadFeed({ onDownload, onDone }: DownloadFeedProps) {
  const [isBusy, setBusy] = useState(false)
  const download = async () => {
    setBusy(true)
    try {
      toast({ title: `${await onDownload()} broadcasts are stored for offline use.` })
      onDone()
    } catch (error) {
      const title = error instanceof NoConnection ? 'There is no connection.' : 'Failed to load broadcasts'
      toast({ title, variant: 'destructive' })
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button block variant="quiet" busy={isBusy} onClick={() => void download()}>
      Download my recent feed now
    </Button>
  )
}
