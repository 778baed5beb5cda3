import { useState } from 'react'
import type { RecapPeriod } from '#contract/recaps/periods.ts'
import type { Recap } from '#contract/recaps/recap.ts'
import { Button } from '#src/ui/Button.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import { LazyComponent } from '#src/ui/LazyComponent.tsx'
import { type CardContent, toCardContent } from './cards/card.ts'

const cardDialog = async () => (await import('./cards/CardDialog.tsx')).CardDialog

/** Opens the image of a recap. */
export function ShareCard({ recap, period, member }: { recap: Recap; period: RecapPeriod; member: string }) {
  const [content, setContent] = useState<CardContent>()
  return (
    <div>
      <Button
        variant="quiet"
        aria-haspopup="dialog"
        onClick={() => setContent(toCardContent(recap, period, member, location.host))}
      >
        <Icon name="share" size="s" />
        Share as a picture
      </Button>
      {content && (
        <LazyComponent load={cardDialog} props={{ content, name: period.id, onClose: () => setContent(undefined) }} />
      )}
    </div>
  )
}
