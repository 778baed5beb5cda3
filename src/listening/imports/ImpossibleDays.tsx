import type { ResponseOf } from '#contract/endpoint.ts'
import type { getListeningSources } from '#contract/listening/imports.ts'
import { Card } from '#src/ui/Card.tsx'
import { List } from '#src/ui/List.tsx'
import { inThousands } from '#src/ui/numbers.ts'
import { Section } from '#src/ui/Section.tsx'
import { Note, Text } from '#src/ui/Text.tsx'

type Days = NonNullable<ResponseOf<typeof getListeningSources>['impossible']>

/** Days with more listens than fit in a day: the explanation, and how to end it. */
export function ImpossibleDays({ days }: { days: Days }) {
  return (
    <Section title="Impossible listening days">
      <Text>
        On these days your history has more listens than fit in a day: 650 a day, or 18 hours, for eight days in a row
        or as many in fewer days. You are not on leaderboards that count them. A mixed-up file or a player that counts
        twice can cause this. Delete these days below, and you are ranked again within seconds.
      </Text>
      <List of={days} toKey={({ first }) => first}>
        {({ first, last, plays }) => (
          <Card pad="s">
            <Text strong>{first === last ? first : `${first} to ${last}`}</Text>
            <Note>{inThousands(plays)} listens</Note>
          </Card>
        )}
      </List>
    </Section>
  )
}
