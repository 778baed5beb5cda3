import { shownRows } from '#src/cache/hidden-row.ts'
import { useLive } from '#src/cache/useLive.ts'
import { ButtonLink } from '#src/ui/Button.tsx'
import { Card } from '#src/ui/Card.tsx'
import { loadingMarker } from '#src/ui/markers.ts'
import { Section } from '#src/ui/Section.tsx'
import { Row, Stack } from '#src/ui/Stack.tsx'
import { Text } from '#src/ui/Text.tsx'
import { Title } from '#src/ui/Title.tsx'
import { useIsWide } from '#src/ui/useIsWide.ts'
import { asHistory, filterHistory } from './history.ts'
import { getSwapId } from './overlay.ts'
import { songSwapsQuery } from './queries.ts'
import { StartSwapButton } from './StartSwapButton.tsx'
import { SwapCard } from './SwapCard.tsx'
import { number } from './SwapEntry.css.ts'

const steps = [
  { title: 'Get Matched', text: 'With a random listener, or with a member you choose.' },
  { title: 'Send & Receive', text: 'Send a track you listen to. They rate it from 1 to 5 and send one back.' },
  { title: 'Earn Swag', text: 'Rate theirs: each earns the rating as swag, up to +5 swag per swap.' },
]

/** Links to the two next screens of a Track Swap, below what it is. */
export function SwapEntry({ member }: { member: string }) {
  const isWide = useIsWide()
  return (
    <Stack gap="xl">
      {/* The list beside begins with them. */}
      {!isWide && <WaitingSwaps member={member} />}
      <SwapSteps />
      <Stack gap="m">
        <StartSwapButton member={member} />
        <ButtonLink block variant="quiet" to="/track-swap-history">
          View Track Swap History
        </ButtonLink>
      </Stack>
    </Stack>
  )
}

const MOST_WAITING = 3

function WaitingSwaps({ member }: { member: string }) {
  const { value, error } = useLive(songSwapsQuery(member))
  if (value === undefined) return error === null ? <div {...loadingMarker} /> : null
  const waiting = filterHistory(asHistory(shownRows(value), member), member, { status: 'action_required', typed: '' })
  if (waiting.length === 0) return null
  return (
    <Section title="Your turn">
      {waiting.slice(0, MOST_WAITING).map((item) => (
        <SwapCard key={getSwapId(item.swap)} item={item} member={member} />
      ))}
    </Section>
  )
}

export const SwapSteps = () => (
  <Stack as="ol" gap="m">
    {steps.map(({ title, text }, index) => (
      <li key={title}>
        <Card>
          <Row gap="l" align="start" wrap>
            <span className={number} aria-hidden="true">
              {index + 1}
            </span>
            <Stack gap="xs" grow>
              <Title>{title}</Title>
              <Text tone="quiet">{text}</Text>
            </Stack>
          </Row>
        </Card>
      </li>
    ))}
  </Stack>
)
