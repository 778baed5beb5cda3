import { sleeve } from './Sleeve.css.ts'
import { sleeveArt } from './sleeve-art.ts'
import { drawMotif } from './sleeve-motifs.tsx'

interface SleeveProps {
  artist: string
  title: string
  /** `fill` takes the width of its container. */
  size?: keyof typeof sleeve
  /**
   * False if no text beside it names the track: screen readers then announce it as the track's
   * cover.
   */
  decorative?: boolean
}

/**
 * The cover of a track, drawn from its artist and title: the services license no covers for
 * display.
 */
export function Sleeve({ artist, title, size = 'm', decorative = true }: SleeveProps) {
  const { motif, colours, shift, mirrored } = sleeveArt(artist, title)
  const motifElement = drawMotif[motif](colours, shift)
  const name = decorative ? { 'aria-hidden': true } : { role: 'img', 'aria-label': `Sleeve of ${title} by ${artist}` }
  return (
    <svg className={sleeve[size]} viewBox="0 0 100 100" data-motif={motif} {...name}>
      {mirrored ? <g transform="matrix(-1 0 0 1 100 0)">{motifElement}</g> : motifElement}
    </svg>
  )
}
