import { sleeveArt } from '#contract/art/sleeve-art.ts'
import { drawSleeve, MIRROR, toTransform } from '#contract/art/sleeve-motifs.ts'
import { sleeve } from './Sleeve.css.ts'

interface SleeveProps {
  artist: string
  title: string
  /** `fill` takes the width of its container. */
  size?: keyof typeof sleeve
  /** False if no text beside it names the track: announced as its cover. */
  decorative?: boolean
}

/** A track cover, generated from artist and title: the services license no covers for display. */
export function Sleeve({ artist, title, size = 'm', decorative = true }: SleeveProps) {
  const art = sleeveArt(artist, title)
  const name = decorative ? { 'aria-hidden': true } : { role: 'img', 'aria-label': `Sleeve of ${title} by ${artist}` }
  return (
    <svg className={sleeve[size]} viewBox="0 0 100 100" data-motif={art.motif} {...name}>
      <g transform={art.mirrored ? MIRROR : undefined} fillRule="evenodd">
        {drawSleeve(art).map(([d, fill, degrees], at) => (
          // A shape has no other identity than its place.
          <path key={`${fill}${at}`} d={d} fill={fill} transform={toTransform(degrees)} />
        ))}
      </g>
    </svg>
  )
}
