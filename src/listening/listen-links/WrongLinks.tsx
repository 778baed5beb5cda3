import type { ServiceTrack } from '#contract/listening/track-services.ts'
import { Button } from '#src/ui/Button.tsx'
import * as css from './Listen.css.ts'
import type { ListenOption } from './services.ts'

interface WrongLinksProps {
  options: readonly ListenOption[]
  onReject: (link: ServiceTrack) => void
}

/** The reports that an address leads to another song. */
export function WrongLinks({ options, onReject }: WrongLinksProps) {
  // YouTube Music has the address of YouTube.
  const rejectable = options.filter(({ id, link }) => link && id !== 'youtube-music')
  if (rejectable.length === 0) return null
  return (
    <details>
      <summary className={css.summary}>Opens another song?</summary>
      {rejectable.map(({ id, name, link }) => (
        <Button key={id} variant="text" size="s" onClick={() => link && onReject(link)}>
          Not this song on {name}
        </Button>
      ))}
    </details>
  )
}
