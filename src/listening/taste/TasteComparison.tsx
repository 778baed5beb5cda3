import type { ResponseOf } from '#contract/endpoint.ts'
import type { compareTaste } from '#contract/listening/charts.ts'
import { QueryState } from '#src/cache/QueryState.tsx'
import { useLive } from '#src/cache/useLive.ts'
import { Card } from '#src/ui/Card.tsx'
import { Section } from '#src/ui/Section.tsx'
import { Row, Stack } from '#src/ui/Stack.tsx'
import { Figure, Note, Text } from '#src/ui/Text.tsx'
import { ArtistLinks } from '../ArtistLinks.tsx'
import { comparisonQuery } from '../queries.ts'

export function TasteComparison({ member, other }: { member: string; other: string }) {
  const live = useLive(comparisonQuery(member, other))
  return (
    <Section title="Taste in common">
      <QueryState
        live={live}
        loading="Comparing..."
        failed="Failed to compare"
        lacking={<Note>This server does not compare tastes.</Note>}
      >
        {(comparison) => <Compared comparison={comparison} other={other} />}
      </QueryState>
    </Section>
  )
}

function Compared({ comparison, other }: { comparison: ResponseOf<typeof compareTaste>; other: string }) {
  const { percentile, shared, only_user, only_other, hidden } = comparison
  if (hidden === 1) return <Text tone="quiet">{other} keeps their taste to themselves.</Text>
  return (
    <Card>
      <Stack gap="l">
        <Row gap="m" wrap>
          {percentile !== null && <Figure size="l">{Math.round(percentile)}%</Figure>}
          <Stack gap="none" grow>
            <Note>{nearness(percentile, shared.length)}</Note>
          </Stack>
        </Row>
        <ArtistLinks label="You both play" artists={shared} />
        <ArtistLinks label="Only you play" artists={only_user} />
        <ArtistLinks label={`Only ${other} plays`} artists={only_other} />
      </Stack>
    </Card>
  )
}

function nearness(percentile: number | null, shared: number): string {
  if (percentile !== null) return `You two are more alike than ${Math.round(percentile)}% of the pairs here.`
  return shared === 0 ? 'Nothing in common yet.' : 'Too little is known yet to say how alike you are.'
}
