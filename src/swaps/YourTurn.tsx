import { CardLink } from '#src/ui/CardLink.tsx'
import { Names } from '#src/ui/Names.tsx'
import { Section } from '#src/ui/Section.tsx'
import { Sleeve } from '#src/ui/Sleeve.tsx'
import { Row, Stack } from '#src/ui/Stack.tsx'
import { getSwapId, type ShownSwap } from './overlay.ts'
import { swapStatus, toSwapView } from './status.ts'

const SHOWN = 3

/** The swaps that wait for the user, latest first; renders nothing without any. */
export function YourTurn({ member, swaps }: { member: string; swaps: readonly ShownSwap[] }) {
  const waiting = swaps.filter((swap) => swapStatus(swap, member) === 'action_required')
  if (waiting.length === 0) return null
  return (
    <Section title="Your turn">
      <Stack as="ul" gap="s">
        {waiting.slice(0, SHOWN).map((swap) => {
          const { own, other } = toSwapView(swap, member)
          const id = getSwapId(swap)
          return (
            <li key={id}>
              <CardLink pad="s" to="/track-swap-detail" search={{ id: String(id) }}>
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
            </li>
          )
        })}
      </Stack>
    </Section>
  )
}
