import { classNames } from './class-names.ts'
import { Icon } from './Icon.tsx'
import * as css from './PullToRefresh.css.ts'
import { PULL_PX, usePullToRefresh } from './usePullToRefresh.ts'

/** How far the indicator comes into the page, in px. */
const TRAVEL_PX = 108

/** The pull gesture on a screen, with an indicator that follows the finger. */
export function PullToRefresh({ onRefresh }: { onRefresh: () => void }) {
  const pulled = usePullToRefresh(onRefresh)
  if (pulled === 0) return null
  const share = Math.min(pulled / PULL_PX, 1)
  return (
    <div
      aria-hidden="true"
      className={classNames(css.indicator, share === 1 && css.ready)}
      style={{ transform: `translateY(${share * TRAVEL_PX}px) rotate(${share * 270}deg)`, opacity: share }}
    >
      <Icon name="refresh" />
    </div>
  )
}
