import { Link } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import type { RecapPeriod } from '#contract/recaps/periods.ts'
import { Button, type ButtonRenderProps } from '#src/ui/Button.tsx'
import { Row } from '#src/ui/Stack.tsx'

interface RecapLinksProps {
  period: RecapPeriod
  /** The text of the link to the other kind of recap. */
  label: string
  renderOther: (look: ButtonRenderProps) => ReactElement
}

/** Links below a recap: the other kind of recap, and the charts of its days. */
export function RecapLinks({ period, label, renderOther }: RecapLinksProps) {
  return (
    <Row gap="s" wrap>
      <Button variant="quiet" render={renderOther}>
        {label}
      </Button>
      <Button
        variant="quiet"
        render={(look) => <Link to="/charts" search={{ from: period.first, until: period.last }} {...look} />}
      >
        Charts of these days
      </Button>
    </Row>
  )
}
