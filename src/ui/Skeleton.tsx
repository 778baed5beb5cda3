import type { ReactNode } from 'react'
import * as css from './Skeleton.css.ts'

interface SkeletonProps {
  /** The shape of what loads: a list's rows, its cards, or a chart. */
  shape: keyof typeof css.shape
  /** How many placeholders: what usually fits the screen. */
  count?: number
  /** The spec's text before there is content. */
  children?: ReactNode
}

/** Takes the room for a list or chart that loads. Its text is read out; its blocks are not. */
export const Skeleton = ({ shape, count = 3, children = 'Loading...' }: SkeletonProps) => (
  <div className={css.skeleton}>
    <span className={css.text}>{children}</span>
    {Array.from({ length: count }, (_, at) => (
      <span key={at} className={css.shape[shape]} />
    ))}
  </div>
)
