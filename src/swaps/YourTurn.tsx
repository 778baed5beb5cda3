import { CardLink } from '#src/ui/CardLink.tsx'
import { List } from '#src/ui/List.tsx'
import { Names } from '#src/ui/Names.tsx'
import { Section } from '#src/ui/Section.tsx'
import { Sleeve } from '#src/ui/Sleeve.tsx'
import { Row } from '#src/ui/Stack.tsx'
import { getSwapId, type ShownSwap } from './overlay.ts'
import { swapStatus, toSwapView } from './status.ts'

const SHOWN = 3

/** The swaps that wait for the user, latest first; renders nothing without any. */
export function YourTurn({ member, swaps }: { member: string; swaps: readonly ShownSwap[] }) {
  const waiting = swaps.filter((swap) => swapStatus(swap, member) === 'action_required')
  if (waiting.length === 0) return null
  return (
    <Section title="Your turn">
      <List of={waiting.slice(0, SHOWN)} toKey={getSwapId}>
        {(swap) => {
          const { own, other } = toSwapView(swap, member)
          return (
            <CardLink pad="s" to="/track-swap-detail" search={{ id: String(getSwapId(swap)) }}>
              <Row gap="m">
                <Names
                  name={<bdi>{other.user}</bdi>}
                  note={
                    <>
                      sent <bdi>{other.track?.name}</bdi> · {own.track ? 'rate it' : 'send one back'}
                    </>
                  }
                />
                {other.track && <Sleeve artist={other.track.artist} title={other.track.name} size="s" />}
              </Row>
            </CardLink>
          )
        }}
      </List>
    </Section>
  )
}
