import { useDispatch } from '#src/cache/useDispatch.ts'
import { Button } from '#src/ui/Button.tsx'
import { Card } from '#src/ui/Card.tsx'
import { formatClock, longDate } from '#src/ui/dates.ts'
import { List } from '#src/ui/List.tsx'
import { countText } from '#src/ui/numbers.ts'
import { Section } from '#src/ui/Section.tsx'
import { Row, Stack } from '#src/ui/Stack.tsx'
import { Note, Text } from '#src/ui/Text.tsx'
import { removeListens } from '../actions.ts'
import { sourceText, toPercent } from './import-text.ts'
import * as css from './ListeningHistory.css.ts'
import type { Sources } from './overlay.ts'

type Pair = NonNullable<Sources['doubles']>[number]

/** Plays that two sources have: their count, some examples, and how to remove one record for each. */
export function PossibleDoubles({ member, doubles }: { member: string; doubles: readonly Pair[] }) {
  return (
    <Section title="Possible doubles">
      <Text>
        Two sources have the same plays, often one their start and the other their end. Remove one record of each. You
        can undo this for 30 days.
      </Text>
      <List of={doubles} toKey={(pair) => `${pair.kept_source} ${pair.source}`}>
        {(pair) => <DoublesCard member={member} pair={pair} />}
      </List>
    </Section>
  )
}

function DoublesCard({ member, pair }: { member: string; pair: Pair }) {
  const { dispatch } = useDispatch()
  const { kept_source: keptSource, source, found, removed, status } = pair
  const names = `${sourceText(source)} and ${sourceText(keptSource)}`
  const button = (label: string, what: 'doubles' | 'removed_doubles') => (
    <Button
      variant="quiet"
      busy={status !== 'ready'}
      onClick={() => void dispatch(removeListens, { user: member, what, source, keptSource })}
      aria-label={`${label}: ${names}`}
    >
      {label}
    </Button>
  )
  return (
    <Card>
      <Stack gap="s">
        <Text strong>{names}</Text>
        <div role="status">
          <Text size="s">{stateText(pair)}</Text>
        </div>
        <Examples pair={pair} />
        <Row gap="s" wrap>
          {found > 0 && button('Remove', 'doubles')}
          {removed > 0 && button('Undo', 'removed_doubles')}
        </Row>
      </Stack>
    </Card>
  )
}

function stateText({ source, found, removed, status }: Pair): string {
  const all = found + removed
  if (status === 'removing') return `Removing: ${toPercent(removed / all)}.`
  if (status === 'restoring') return `Bringing back: ${toPercent(found / all)}.`
  const texts = [
    found > 0 && `${countText(found, 'listen')} of ${sourceText(source)} can be removed.`,
    removed > 0 && `${countText(removed, 'listen')} removed.`,
  ]
  return texts.filter(Boolean).join(' ')
}

function Examples({ pair: { examples, source, kept_source } }: { pair: Pair }) {
  return (
    <details>
      <summary className={css.summary}>Examples</summary>
      <List of={examples} toKey={({ track, artist, listened_at }) => `${listened_at} ${artist} ${track}`}>
        {({ track, artist, listened_at, kept_at }) => (
          <>
            <Text size="s">
              <bdi className={css.name}>{track}</bdi> by <bdi className={css.name}>{artist}</bdi>
            </Text>
            <Note>
              {toMinute(listened_at)} ({sourceText(source)}), {toMinute(kept_at)} ({sourceText(kept_source)})
            </Note>
          </>
        )}
      </List>
    </details>
  )
}

const toMinute = (at: string) => `${longDate(new Date(at))}, ${formatClock(new Date(at))}`
