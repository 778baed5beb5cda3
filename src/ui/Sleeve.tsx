import { sleeveArt } from '#contract/art/sleeve-art.ts'
import { drawSleeve, MIRROR, toTransform } from '#contract/art/sleeve-motifs.ts'
import { sleeve } from './Sleeve.css.ts'

interface SleeveProps {
  artist: string
  title: string
  /** `fill` takes the width of its container. */
  size?: keyof typeof sleeve
}

/** A track cover, generated from artist and title: the services license no covers for display. */
export function Sleeve({ artist, title, size = 'm' }: SleeveProps) {
  const art = sleeveArt(artist, title)
  return (
    <svg className={sleeve[size]} viewBox="0 0 100 100" data-motif={art.motif} aria-hidden="true">
      <g transform={art.mirrored ? MIRROR : undefined} fillRule="evenodd">
        {drawSleeve(art).map(([d, fill, degrees], at) => (
          // A shape has no other identity than its place.
          <path key={`${fill}${at}`} d={d} fill={fill} transform={toTransform(degrees)} />
        ))}
      </g>
    </svg>
  )
}
