import { type ReactNode, useId } from 'react'
import { Button } from './Button.tsx'
import { Card } from './Card.tsx'
import { transientMarker } from './markers.ts'
import * as css from './OfferCard.css.ts'
import { Row, Stack } from './Stack.tsx'
import { Heading, Text } from './Text.tsx'

interface OfferCardProps {
  title: string
  text: ReactNode
  action: ReactNode
  onDecline: () => void
  mark?: ReactNode
  children?: ReactNode
}

export function OfferCard({ title, text, action, onDecline, mark, children }: OfferCardProps) {
  const titleId = useId()
  return (
    <section className={css.place} aria-labelledby={titleId} {...transientMarker}>
      <Card>
        <Row gap="m" align="start">
          {mark && <div className={css.mark}>{mark}</div>}
          <Stack gap="s" grow="content">
            <Heading level={2} look="row" id={titleId}>
              {title}
            </Heading>
            <Text tone="quiet">{text}</Text>
            {children}
            <Row gap="s" wrap>
              {action}
              <Button variant="quiet" onClick={onDecline}>
                Not now
              </Button>
            </Row>
          </Stack>
        </Row>
      </Card>
    </section>
  )
}

/** Moves the focus to the screen's heading: the focused card disappears. */
export const moveFocusToHeading = () => document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })
