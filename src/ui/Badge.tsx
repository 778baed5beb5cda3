import type { ReactNode } from 'react'
import { badge, count } from './Badge.css.ts'
import { VisuallyHidden } from './VisuallyHidden.tsx'

/** A state in two words: `action` (side A), `completed` (side B), `pending` (gold), `quiet`. */
export function Badge({ tone = 'quiet', children }: { tone?: keyof typeof badge; children: ReactNode }) {
  return <span className={badge[tone]}>{children}</span>
}

/** A number in a dot, '99+' above 99, none at 0. `noun`: what is counted. */
export function CountBadge({ value, noun }: { value: number; noun: string }) {
  if (value <= 0) return null
  return (
    <span className={count}>
      {value > 99 ? '99+' : value}
      <VisuallyHidden> {noun}</VisuallyHidden>
    </span>
  )
}
