import { useStatus } from '#src/status/useStatus.ts'
import { Button } from '#src/ui/Button.tsx'
import { bar } from './NewBroadcasts.css.ts'

interface NewBroadcastsProps {
  /** The number of loaded broadcasts that are not shown yet. */
  count: number
  /** The newest loaded id. */
  newest: number
  onShow: () => void
}

/** Shows that there are new broadcasts above, instead of moving the list. */
export function NewBroadcasts({ count, newest, onShow }: NewBroadcastsProps) {
  const newestThere = useStatus()?.newest_broadcast ?? 0
  const isMoreThere = newest > 0 && newestThere > newest
  const text = count > 0 && !isMoreThere ? `${count} new ${count === 1 ? 'broadcast' : 'broadcasts'}` : 'New broadcasts'
  return (
    <div role="status" className={bar}>
      {(count > 0 || isMoreThere) && (
        <Button size="s" onClick={onShow}>
          {text}
        </Button>
      )}
    </div>
  )
}
