import { Button } from '#src/ui/Button.tsx'
import { Text } from '#src/ui/Text.tsx'
import { useIsOffline } from './QueryState.tsx'
import type { Pages } from './usePages.ts'

interface PagesFootProps {
  pages: Pick<Pages<unknown>, 'isLoadingMore' | 'error' | 'loadMore' | 'retry'>
  /** The spec's text for a failed page. */
  failed: string
}

/** The end of a list that loads page by page: the next page, or the reason why it is missing. */
export function PagesFoot({ pages, failed }: PagesFootProps) {
  const { isLoadingMore, error, loadMore, retry } = pages
  const isOffline = useIsOffline({ error, value: isLoadingMore ? undefined : pages })
  if (error !== null || isOffline) {
    return (
      <>
        <div role="status">
          <Text tone="quiet">{isOffline ? 'That is everything stored on this device.' : failed}</Text>
        </div>
        <Button variant="text" busy={isLoadingMore} onClick={retry}>
          Try Again
        </Button>
      </>
    )
  }
  // The same button while it loads: it may have the focus.
  return (
    <Button variant="text" busy={isLoadingMore} onClick={loadMore}>
      {isLoadingMore ? 'Loading more...' : 'Load more'}
    </Button>
  )
}
