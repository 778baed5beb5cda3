import { useEffect, useEffectEvent, useState } from 'react'
import { classNames } from './class-names.ts'
import { Icon } from './Icon.tsx'
import * as css from './PullToRefresh.css.ts'

/** How far a finger pulls until letting go refreshes, in px. */
const PULL_PX = 90
/** Shorter moves are presses. */
const FIRST_PX = 8

/** Refreshes on a pull at the top (no reload button when installed). Returns its length in px. */
function usePullToRefresh(onRefresh: () => void): number {
  const refresh = useEffectEvent(onRefresh)
  const [pulled, setPulled] = useState(0)
  useEffect(() => {
    let from: Touch | undefined
    let distance = 0
    const set = (px: number) => {
      distance = px
      setPulled(px)
    }
    const start = ({ touches }: TouchEvent) => {
      const isPull = window.scrollY <= 0 && touches.length === 1 && document.querySelector('dialog[open]') === null
      from = isPull ? touches[0] : undefined
    }
    const move = ({ touches: [to] }: TouchEvent) => {
      if (from === undefined || to === undefined) return
      const [aside, down] = [Math.abs(to.clientX - from.clientX), to.clientY - from.clientY]
      if (window.scrollY > 0 || (distance === 0 && aside > down && aside > FIRST_PX)) from = undefined
      set(from === undefined || down < FIRST_PX ? 0 : down)
    }
    const end = ({ type }: TouchEvent) => {
      if (type === 'touchend' && from !== undefined && distance > PULL_PX) refresh()
      from = undefined
      set(0)
    }
    const ending = new AbortController()
    const options = { passive: true, signal: ending.signal }
    document.addEventListener('touchstart', start, options)
    document.addEventListener('touchmove', move, options)
    document.addEventListener('touchend', end, options)
    document.addEventListener('touchcancel', end, options)
    return () => ending.abort()
  }, [])
  return pulled
}

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
