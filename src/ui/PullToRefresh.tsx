import { usePullToRefresh } from './usePullToRefresh.ts'

/** Adds the pull gesture to a screen that is in the first chunk, which does not need it. */
export function PullToRefresh({ onRefresh }: { onRefresh: () => void }) {
  usePullToRefresh(onRefresh)
  return null
}
