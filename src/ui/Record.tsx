import { vinyl } from '#contract/art/colours.ts'
import { classNames } from './class-names.ts'
import * as css from './Record.css.ts'
import { Sleeve } from './Sleeve.tsx'

interface RecordProps {
  artist: string
  title: string
  /** Its ring's colour: `a` the initiator's. */
  side: 'a' | 'b'
  /** Flips over on first render, side B after side A; static under reduced motion. */
  flips?: boolean
}

/** A black record with its track's sleeve as the label. */
export const Record = ({ artist, title, side, flips = false }: RecordProps) => (
  <div className={classNames(css.record[side], flips && css.flipping[side])} aria-hidden="true">
    <svg className={css.disc} viewBox="0 0 100 100">
      <circle cx="50" cy="50" r="50" fill={vinyl.disc} />
      {[47, 44, 41, 38, 35, 32].map((r) => (
        <circle key={r} cx="50" cy="50" r={r} fill="none" stroke={vinyl.groove} strokeWidth="0.6" />
      ))}
    </svg>
    <div className={css.label}>
      <Sleeve artist={artist} title={title} size="fill" />
    </div>
  </div>
)
