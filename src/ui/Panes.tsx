import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import * as css from './Panes.css.ts'

interface PanesProps {
  /** Above the rest, on a phone before the side. Only beside a side at the end. */
  lead?: ReactNode
  side: ReactNode
  /** The rest, on a phone after the side. */
  children?: ReactNode
  /**
   * The edge at which the side is. At `start` it must be a narrow one, such as filters or figures.
   * `after` is the end for a side that is first on a phone; `alone` is its place without the rest.
   */
  at?: keyof typeof css.at
  /** The side stays in view while the rest scrolls. */
  isSticky?: boolean
  gap?: keyof typeof css.gap
}

/** Two areas from 1100 px on, in a `Screen` with `isSpread`; on smaller windows one after the other. */
export function Panes({ lead, side, children, at = 'end', isSticky, gap = 'xl' }: PanesProps) {
  const space = css.gap[gap]
  return (
    <div className={classNames(css.at[at], space)}>
      {lead && <div className={classNames(css.lead, space)}>{lead}</div>}
      {side && <div className={classNames(css.side, space, isSticky && css.sticky)}>{side}</div>}
      {children && <div className={classNames(css.rest, space)}>{children}</div>}
    </div>
  )
}
