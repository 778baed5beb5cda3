import { useIsFetching, useQueryClient } from '@tanstack/react-query'
import { IconButton } from '#src/ui/IconButton.tsx'
import { PullToRefresh } from '#src/ui/PullToRefresh.tsx'
import { refreshAll } from './refetch.ts'

export function RefreshButton() {
  const client = useQueryClient()
  const isFetching = useIsFetching() > 0
  const refresh = () => void refreshAll(client)
  return (
    <>
      <PullToRefresh onRefresh={refresh} />
      <IconButton icon="refresh" label="Refresh" aria-busy={isFetching} onClick={refresh} />
    </>
  )
}
