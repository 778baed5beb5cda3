import { useStatus } from '#src/status/useStatus.ts'
import { Button } from '#src/ui/Button.tsx'
import { countText } from '#src/ui/numbers.ts'
import { bar } from './NewBroadcasts.css.ts'

interface NewBroadcastsProps {
  count: number
  newest: number
  onShow: () => void
}

/** Shows that there are new broadcasts above, without moving the list. */
export function NewBroadcasts({ count, newest, onShow }: NewBroadcastsProps) {
  const newestOnServer = useStatus()?.newest_broadcast ?? 0
  const hasNewer = newest > 0 && newestOnServer > newest
  const text = count > 0 && !hasNewer ? countText(count, 'new broadcast') : 'New broadcasts'
  return (
    <div role="status" className={bar}>
      {(count > 0 || hasNewer) && (
        <Button size="s" onClick={onShow}>
          {text}
        </Button>
      )}
    </div>
  )
}
