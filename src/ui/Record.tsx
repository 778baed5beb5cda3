import { vinyl } from '#contract/art/colours.ts'
import { sleeveArt } from '#contract/art/sleeve-art.ts'
import { classNames } from './class-names.ts'
import { disc, flipping, front, record, sliding } from './Record.css.ts'
import { Sleeve } from './Sleeve.tsx'

interface RecordProps {
  artist: string
  title: string
  /** Flips over on first render, then slides out of its sleeve; static under reduced motion. */
  flips?: keyof typeof flipping | false
}

/** A sleeve with its black record half out: a sent track. */
export function Record({ artist, title, flips = false }: RecordProps) {
  const { colours } = sleeveArt(artist, title)
  return (
    <div className={classNames(record, flips && flipping[flips])} aria-hidden="true">
      <svg className={classNames(disc, flips && sliding[flips])} viewBox="0 0 100 100">
        <circle cx="50" cy="50" r="49.5" fill={vinyl.disc} stroke={vinyl.edge} />
        {[44, 39, 34, 29, 24].map((r) => (
          <circle key={r} cx="50" cy="50" r={r} fill="none" stroke={vinyl.groove} strokeWidth="0.8" />
        ))}
        <circle cx="50" cy="50" r="17" fill={colours.base} />
        <circle cx="50" cy="50" r="3" fill={vinyl.hole} />
      </svg>
      <div className={front}>
        <Sleeve artist={artist} title={title} size="l" />
      </div>
    </div>
  )
}
