import { vinyl } from '#contract/art/colours.ts'
import { sleeveArt } from '#contract/art/sleeve-art.ts'
import { classNames } from './class-names.ts'
import { disc, front, record, sliding } from './Record.css.ts'
import { Sleeve } from './Sleeve.tsx'

interface RecordProps {
  artist: string
  title: string
  /** Slides out of its sleeve on first render; static under reduced motion. */
  slides?: boolean
}

/** A sleeve with its black record half out: a sent track. */
export function Record({ artist, title, slides = false }: RecordProps) {
  const { colours } = sleeveArt(artist, title)
  return (
    <div className={record} aria-hidden="true">
      <svg className={classNames(disc, slides && sliding)} viewBox="0 0 100 100">
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
