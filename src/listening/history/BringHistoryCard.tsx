import { Link, useLocation } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { useSession } from '#src/accounts/session.ts'
import { useLive } from '#src/cache/useLive.ts'
import { musicAccountQuery } from '#src/listening/account/queries.ts'
import { Button } from '#src/ui/Button.tsx'
import { Card } from '#src/ui/Card.tsx'
import { fleeting } from '#src/ui/fleeting.ts'
import { Row, Stack } from '#src/ui/Stack.tsx'
import { Heading, Text } from '#src/ui/Text.tsx'
import { useQuietMoment } from '#src/ui/useQuietMoment.ts'
import * as css from './ListeningHistory.css.ts'
import { listeningSourcesQuery } from './queries.ts'

/** Its value: a member whom it need not ask any more. Removed at sign-out. */
const KEY = 'flipside_history_card'
const SHOWN_ON: ReadonlySet<string> = new Set(['/', '/profile'])

/** Leads a member of whom nothing is known yet to where a history is brought. In the flow of the screen; waits until nobody is busy there. */
export function BringHistoryCard() {
  const { member } = useSession()
  const { pathname } = useLocation()
  return member !== null && SHOWN_ON.has(pathname) && <Asking member={member} />
}

function Asking({ member }: { member: string }) {
  const [isAnswered, setAnswered] = useState(() => localStorage.getItem(KEY) === member)
  const isEmpty = useIsEmpty(member, !isAnswered)
  const isTime = useQuietMoment(isEmpty, shown)
  const answer = () => {
    localStorage.setItem(KEY, member)
    setAnswered(true)
    document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })
  }
  return !isAnswered && isEmpty && isTime && <Offer onAnswer={answer} />
}

/** Whether nothing has come from anywhere. False as long as nobody knows, and on a host without these calls. */
function useIsEmpty(member: string, enabled: boolean): boolean {
  const kept = useLive(listeningSourcesQuery(member), { enabled }).value
  const linked = useLive(musicAccountQuery(member), { enabled }).value
  const isLinked = linked === undefined || (linked !== null && linked.account !== null)
  return kept != null && kept.sources.length === 0 && kept.imports.length === 0 && !isLinked
}

const shown = { before: false }

function Offer({ onAnswer }: { onAnswer: () => void }) {
  const titleId = useId()
  return (
    <section className={css.place} aria-labelledby={titleId} {...fleeting}>
      <Card>
        <Stack gap="s">
          <Heading level={2} look="row" id={titleId}>
            Bring what you have heard
          </Heading>
          <Text tone="quiet">
            Your charts, leaderboards and matches begin with your listening: a file, a music account, or your player.
          </Text>
          <Row gap="s" wrap>
            <Button render={(look) => <Link to="/settings/listening" onClick={onAnswer} {...look} />}>Show Me</Button>
            <Button variant="quiet" onClick={onAnswer}>
              Not now
            </Button>
          </Row>
        </Stack>
      </Card>
    </section>
  )
}
