import { useState } from 'react'
import type { RecapPeriod } from '#contract/recaps/periods.ts'
import type { Recap } from '#contract/recaps/recap.ts'
import { Button } from '#src/ui/Button.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import { LazyComponent } from '#src/ui/LazyComponent.tsx'
import { Row } from '#src/ui/Stack.tsx'
import { type CardContent, toCardContent } from './cards/card.ts'
import { periodText } from './recap-text.ts'
import { toStoryCards } from './story/story-cards.ts'

const story = async () => (await import('./story/Story.tsx')).Story
const cardDialog = async () => (await import('./cards/CardDialog.tsx')).CardDialog

/** Opens a recap as a story, and the image of the whole. */
export function ShareCard({ recap, period, member }: { recap: Recap; period: RecapPeriod; member: string }) {
  const [content, setContent] = useState<CardContent>()
  const [isTold, setTold] = useState(false)
  const cards = toStoryCards(recap, period, member, location.host)
  return (
    <Row gap="s" wrap>
      <Button aria-haspopup="dialog" onClick={() => setTold(true)}>
        <Icon name="play" size="s" />
        Play as a story
      </Button>
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
      {isTold && (
        <LazyComponent
          load={story}
          props={{ title: periodText(period), cards, name: period.id, onClose: () => setTold(false) }}
        />
      )}
    </Row>
  )
}
