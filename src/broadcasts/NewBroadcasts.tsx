import { useStatus } from '#src/status/useStatus.ts'
import { Button } from '#src/ui/Button.tsx'
import { bar } from './NewBroadcasts.css.ts'

interface NewBroadcastsProps {
  /** Those that are here and wait to be shown. */
  count: number
  /** The newest id that is here. */
  newest: number
  onShow: () => void
}

/** Says that there is something new above, instead of moving what is read. */
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
