import type { ReactNode } from 'react'
import { VisuallyHidden } from '#src/ui/VisuallyHidden.tsx'
import { chosenService } from './chosen-service.ts'
import { findPreferred, type ListenableTrack } from './services.ts'

interface TrackAnchorProps {
  track: ListenableTrack
  className: string
  children: ReactNode
}

/** A link around a track's picture and names that opens it in the chosen music service. */
export function TrackAnchor({ track, className, children }: TrackAnchorProps) {
  const { name, url } = findPreferred(track, chosenService.use())
  return (
    <a className={className} href={url} target="_blank" rel="noopener noreferrer">
      {children}
      <VisuallyHidden> (opens {name})</VisuallyHidden>
    </a>
  )
}
