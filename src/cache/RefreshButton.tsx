import { useIsFetching, useQueryClient } from '@tanstack/react-query'
import { IconButton } from '#src/ui/IconButton.tsx'
import { usePullToRefresh } from '#src/ui/usePullToRefresh.ts'
import { refreshAll } from './live.ts'

/** Asks anew for all that the screen shows: pressed, or by a pull at the top of the page. For a screen's header. */
export function RefreshButton() {
  const client = useQueryClient()
  const isAsking = useIsFetching() > 0
  const refresh = () => void refreshAll(client)
  usePullToRefresh(refresh)
  return <IconButton icon="refresh" label="Refresh" aria-busy={isAsking} onClick={refresh} />
}
