import { Button } from '#src/ui/Button.tsx'
import { LazyComponent } from '#src/ui/LazyComponent.tsx'
import { useIsOffline } from './QueryState.tsx'
import type { Pages } from './usePages.ts'

/** Loaded on failure: not part of the first chunk. */
const pagesFailure = async () => (await import('./QueryFailure.tsx')).PagesFailure

interface PagesFootProps {
  pages: Pick<Pages<unknown>, 'isLoadingMore' | 'error' | 'loadMore' | 'retry'>
  /** The spec's text for a failed page. */
  failed: string
}

/** The end of a list that loads page by page: the next page, or the reason why it is missing. */
export function PagesFoot({ pages, failed }: PagesFootProps) {
  const { isLoadingMore, error, loadMore } = pages
  const isOffline = useIsOffline({ error, value: isLoadingMore ? undefined : pages })
  if (error !== null || isOffline)
    return <LazyComponent load={pagesFailure} props={{ pages, isOffline, failed }} fallback={failed} />
  // The same button while it loads: it may have the focus.
  return (
    <Button variant="text" busy={isLoadingMore} onClick={loadMore}>
      {isLoadingMore ? 'Loading more...' : 'Load more'}
    </Button>
  )
}
