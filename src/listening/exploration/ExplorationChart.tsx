import { Link, type LinkProps } from '@tanstack/react-router'
import { useState } from 'react'
import { zones } from '#contract/listening/zones.ts'
import { classNames } from '#src/ui/class-names.ts'
import { listRole } from '#src/ui/list-role.ts'
import * as css from './ExplorationChart.css.ts'
import { depthText, type ZoneName, zoneAt } from './zones.ts'

/** A mark in the sea: at a depth from 0 to 1, which is shown, or in a zone alone. */
export type SeaItem = {
  /** An artist's name, or a member's. */
  label: string
  isOwn?: boolean
  link?: Pick<LinkProps, 'to' | 'params'>
} & ({ depth: number; zone?: never } | { zone: ZoneName; depth?: never })

/** The most marks in a zone; if there are more, a button shows those after the first. */
const SHOWN_MAX = 12
const SHOWN_FIRST = 8

/** The chart is also the list for screen readers. */
export function ExplorationChart({ label, items }: { label: string; items: readonly SeaItem[] }) {
  return (
    <ul {...listRole} aria-label={label} className={css.sea}>
      {zones.map(({ name }, place) => (
        <li key={name} className={css.bands[place]}>
          <span className={css.label}>{name}</span>
          <Marks zone={name} items={items.filter((item) => getZone(item) === name)} />
        </li>
      ))}
    </ul>
  )
}

const getZone = ({ depth, zone }: SeaItem) => (depth === undefined ? zone : zoneAt(depth))

/** Renders the user's own mark and the deepest first; a button shows the rest. */
function Marks({ zone, items }: { zone: ZoneName; items: readonly SeaItem[] }) {
  const [isOpen, setOpen] = useState(false)
  if (items.length === 0) return <span className={css.marks} />
  const sorted = items.toSorted(
    (a, b) => Number(b.isOwn ?? false) - Number(a.isOwn ?? false) || (b.depth ?? 0) - (a.depth ?? 0),
  )
  const shown = isOpen || sorted.length <= SHOWN_MAX ? sorted : sorted.slice(0, SHOWN_FIRST)
  const hidden = sorted.length - shown.length
  return (
    <ul {...listRole} aria-label={zone} className={css.marks}>
      {shown.map((item) => (
        <li key={item.label}>
          <Mark item={item} />
        </li>
      ))}
      {hidden > 0 && (
        <li>
          <button type="button" className={classNames(css.marksOf.others, css.pressable)} onClick={() => setOpen(true)}>
            and {hidden} more
          </button>
        </li>
      )}
    </ul>
  )
}

function Mark({ item: { label, depth, isOwn = false, link } }: { item: SeaItem }) {
  const mark = isOwn ? css.marksOf.own : css.marksOf.others
  // The figure never wraps away from the last word.
  const text = depth === undefined ? label : `${label}\u00a0·\u00a0${depthText(depth)}`
  if (!link) return <span className={mark}>{text}</span>
  return (
    <Link {...link} className={classNames(mark, css.pressable)}>
      {text}
    </Link>
  )
}
