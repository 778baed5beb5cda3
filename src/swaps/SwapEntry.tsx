import { shownRows } from '#src/cache/hidden-row.ts'
import { useLive } from '#src/cache/useLive.ts'
import { ButtonLink } from '#src/ui/Button.tsx'
import { Card } from '#src/ui/Card.tsx'
import { loadingMarker } from '#src/ui/markers.ts'
import { Section } from '#src/ui/Section.tsx'
import { Row, Stack } from '#src/ui/Stack.tsx'
import { Heading, Text } from '#src/ui/Text.tsx'
import { useIsWide } from '#src/ui/useIsWide.ts'
import { asHistory, filterHistory, findLastCompleted } from './history.ts'
import { getSwapId, type ShownSwap } from './overlay.ts'
import { songSwapsQuery } from './queries.ts'
import { StartSwapButton } from './StartSwapButton.tsx'
import { SwapCard } from './SwapCard.tsx'
import { number } from './SwapEntry.css.ts'
import { SwapShelf } from './SwapShelf.tsx'

const steps = [
  { title: 'Get Matched', text: 'With a random listener, or with a member you choose.' },
  { title: 'Send & Receive', text: 'Send a track you listen to. They rate it from 1 to 5 and send one back.' },
  { title: 'Earn Swag', text: 'Rate theirs: each earns the rating as swag, up to +5 swag per swap.' },
]

const MOST_WAITING = 3

/** What waits for the member, the next screens of a Track Swap, past ones, and what it is. */
export function SwapEntry({ member }: { member: string }) {
  const isWide = useIsWide()
  const { value, error } = useLive(songSwapsQuery(member))
  const swaps = shownRows(value ?? [])
  return (
    <Stack gap="xl">
      {value === undefined && error === null && <div {...loadingMarker} />}
      {/* The list beside begins with them. */}
      {!isWide && <WaitingSwaps member={member} swaps={swaps} />}
      <Stack gap="m">
        <StartSwapButton member={member} />
        <ButtonLink block variant="quiet" to="/track-swap-history">
          View Track Swap History
        </ButtonLink>
      </Stack>
      <SwapShelf member={member} swaps={findLastCompleted(swaps, member)} />
      <SwapSteps />
    </Stack>
  )
}

function WaitingSwaps({ member, swaps }: { member: string; swaps: readonly ShownSwap[] }) {
  const waiting = filterHistory(asHistory(swaps, member), member, { status: 'action_required', typed: '' })
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
  <Card>
    <Stack as="ol" gap="l">
      {steps.map(({ title, text }, index) => (
        <li key={title}>
          <Row gap="m" align="start" wrap>
            <span className={number} aria-hidden="true">
              {index + 1}
            </span>
            <Stack gap="xxs" grow>
              <Heading level={2} look="row">
                {title}
              </Heading>
              <Text tone="quiet">{text}</Text>
            </Stack>
          </Row>
        </li>
      ))}
    </Stack>
  </Card>
)
