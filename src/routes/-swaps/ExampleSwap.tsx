import { useLive } from '#src/cache/useLive.ts'
import { sharedSwapQuery } from '#src/swaps/share/queries.ts'
import { SharedResults } from '#src/swaps/share/SharedResults.tsx'
import { ButtonLink } from '#src/ui/Button.tsx'
import { Section } from '#src/ui/Section.tsx'

/** For visitors: the newest swap that both members share. Nothing without one. */
export function ExampleSwap() {
  const shared = useLive(sharedSwapQuery()).value?.shared
  if (!shared) return null
  return (
    <Section title="A swap between two members">
      <SharedResults shared={shared} />
      <ButtonLink block variant="quiet" to="/search">
        See what people play here
      </ButtonLink>
    </Section>
  )
}
