import { sleeve } from './Sleeve.css.ts'
import { sleeveArt } from './sleeve-art.ts'
import { drawMotif } from './sleeve-motifs.tsx'

interface SleeveProps {
  artist: string
  title: string
  /** `fill` takes the width it is given. */
  size?: keyof typeof sleeve
  /** False where no text beside it names the track: then it is read out as the track's cover. */
  decorative?: boolean
}

/** The cover of a track, drawn from its artist and title (design.md: services give no covers that may be shown). */
export function Sleeve({ artist, title, size = 'm', decorative = true }: SleeveProps) {
  const { motif, colours, shift, mirrored } = sleeveArt(artist, title)
  const drawn = drawMotif[motif](colours, shift)
  const name = decorative ? { 'aria-hidden': true } : { role: 'img', 'aria-label': `Sleeve of ${title} by ${artist}` }
  return (
    <svg className={sleeve[size]} viewBox="0 0 100 100" data-motif={motif} {...name}>
      {mirrored ? <g transform="matrix(-1 0 0 1 100 0)">{drawn}</g> : drawn}
    </svg>
  )
}
