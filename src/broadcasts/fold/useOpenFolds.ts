import { useCallback, useState } from 'react'
import type { PostFold } from './fold-posts.ts'

/** The open folds in System's posts, with functions to open and close them. */
export interface OpenFolds {
  /** Ids for posts in open folds. */
  open: ReadonlySet<number>
  toggle: (fold: PostFold) => void
}

/** Returns the open folds; initially all are closed. */
export function useOpenFolds(): OpenFolds {
  const [open, setOpen] = useState<ReadonlySet<number>>(() => new Set())
  const toggle = useCallback(({ posts, isOpen }: PostFold) => {
    const ids = new Set(posts.map(({ id }) => id))
    setOpen((now) => new Set(isOpen ? [...now].filter((id) => !ids.has(id)) : [...now, ...ids]))
  }, [])
  return { open, toggle }
}
