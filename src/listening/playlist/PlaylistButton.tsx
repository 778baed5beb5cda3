import { useState } from 'react'
import { IconButton } from '#src/ui/IconButton.tsx'
import { LazyComponent } from '#src/ui/LazyComponent.tsx'
import { saveListIcon } from '#src/ui/later-icons.ts'
import type { ListenableTrack } from '../listen-links/services.ts'

interface PlaylistButtonProps {
  title: string
  read: () => Promise<readonly ListenableTrack[]>
  variant?: 'quiet' | 'bare'
}

/** Takes the tracks in a list along: for its header. */
export function PlaylistButton({ title, read, variant = 'quiet' }: PlaylistButtonProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <IconButton
        icon={saveListIcon}
        variant={variant}
        label={`Save ${title} as a playlist`}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      />
      <LazyComponent load={loadDialog} isWanted={isOpen} props={{ title, read, onClose: () => setOpen(false) }} />
    </>
  )
}

const loadDialog = async () => (await import('./PlaylistDialog.tsx')).PlaylistDialog
