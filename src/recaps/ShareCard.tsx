import { useState } from 'react'
import type { RecapPeriod } from '#contract/recaps/periods.ts'
import type { Recap } from '#contract/recaps/recap.ts'
import { Button } from '#src/ui/Button.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import { LazyComponent } from '#src/ui/LazyComponent.tsx'
import { Row } from '#src/ui/Stack.tsx'
import { type CardContent, toCardContent } from './cards/card.ts'
import { buttons } from './Recap.css.ts'

const story = async () => (await import('./story/Story.tsx')).Story
const cardDialog = async () => (await import('./cards/CardDialog.tsx')).CardDialog

export function ShareCard({ recap, period, member }: { recap: Recap; period: RecapPeriod; member: string }) {
  const [content, setContent] = useState<CardContent>()
  const [isPlayed, setPlayed] = useState(false)
  return (
    <>
      <div className={buttons}>
        <Row gap="s" wrap>
          <Button block aria-haspopup="dialog" onClick={() => setPlayed(true)}>
            <Icon name="play" size="s" />
            Play as a story
          </Button>
          <Button
            block
            variant="quiet"
            aria-haspopup="dialog"
            onClick={() => setContent(toCardContent(recap, period, member, location.host))}
          >
            <Icon name="share" size="s" />
            Share as a picture
          </Button>
        </Row>
      </div>
      {content && (
        <LazyComponent load={cardDialog} props={{ content, name: period.id, onClose: () => setContent(undefined) }} />
      )}
      {isPlayed && <LazyComponent load={story} props={{ recap, period, member, onClose: () => setPlayed(false) }} />}
    </>
  )
}
