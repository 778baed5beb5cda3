import { useCallback, useState } from 'react'
import type { PostFold } from './fold-posts.ts'

export interface OpenFolds {
  open: ReadonlySet<number>
  toggle: (fold: PostFold) => void
}

export function useOpenFolds(): OpenFolds {
  const [open, setOpen] = useState<ReadonlySet<number>>(() => new Set())
  const toggle = useCallback(({ posts, isOpen }: PostFold) => {
    const ids = new Set(posts.map(({ id }) => id))
    setOpen((now) => new Set(isOpen ? [...now].filter((id) => !ids.has(id)) : [...now, ...ids]))
  }, [])
  return { open, toggle }
}
