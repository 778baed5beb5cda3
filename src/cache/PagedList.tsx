import type { ComponentProps } from 'react'
import { VirtualList, type VirtualListProps } from '#src/ui/VirtualList.tsx'
import { foot } from './PagedList.css.ts'
import { PagesFoot } from './PagesFoot.tsx'
import type { Pages } from './usePages.ts'

interface PagedListProps<T> extends VirtualListProps<T> {
  pages: Pages<unknown>
  /** The spec's text for a failed page. */
  failed: string
}

/** A long list that loads page by page on scrolling. */
export const PagedList = <T,>({ failed, ...list }: PagedListProps<T>) => (
  <>
    <VirtualList {...list} />
    {list.pages.hasMore && <ListFoot pages={list.pages} failed={failed} />}
  </>
)

/** The end of a list that is as wide as the screen. */
export const ListFoot = (props: ComponentProps<typeof PagesFoot>) => (
  <div className={foot}>
    <PagesFoot {...props} />
  </div>
)
