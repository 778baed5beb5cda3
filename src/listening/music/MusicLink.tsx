import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { ChartKind } from '#contract/listening/chart-kinds.ts'
import * as css from './MusicLink.css.ts'

const routes = { artists: '/artist/$id', tracks: '/track/$id', albums: '/album/$id' } as const

interface MusicLinkProps {
  kind: ChartKind
  id: number
  className?: string
  children: ReactNode
}

export const MusicLink = ({ kind, id, className = css.link, children }: MusicLinkProps) => (
  <Link to={routes[kind]} params={{ id: String(id) }} className={className}>
    {children}
  </Link>
)
