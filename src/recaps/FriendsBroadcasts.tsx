import type { RecapBroadcast } from '#contract/recaps/recap.ts'
import { Avatar } from '#src/ui/Avatar.tsx'
import { ButtonLink } from '#src/ui/Button.tsx'
import { CardLink } from '#src/ui/CardLink.tsx'
import { Columns } from '#src/ui/Columns.tsx'
import { Names } from '#src/ui/Names.tsx'
import { countText } from '#src/ui/numbers.ts'
import { Section } from '#src/ui/Section.tsx'
import { Row } from '#src/ui/Stack.tsx'
import { Note, Text } from '#src/ui/Text.tsx'
import type { WeeklyReport } from './overlay.ts'

export function FriendsBroadcasts({ report }: { report: WeeklyReport }) {
  const { top_broadcasts, friends_broadcasts, friends } = report
  if (top_broadcasts.length === 0)
    return (
      <Section title="From people you follow">
        <Text tone="quiet">None of the people that you follow broadcast a track in this week.</Text>
        <Row gap="s">
          <ButtonLink variant="quiet" to="/search">
            Find Users
          </ButtonLink>
        </Row>
      </Section>
    )
  const about = `${countText(friends_broadcasts, 'broadcast')} by ${countText(friends, 'person', 'people')}, the most liked first`
  return (
    <Section title="From people you follow" about={about}>
      <Columns gap="s">
        {top_broadcasts.map((broadcast) => (
          <li key={broadcast.id}>
            <BroadcastLink broadcast={broadcast} />
          </li>
        ))}
      </Columns>
    </Section>
  )
}

function BroadcastLink({ broadcast: { id, username, pfpsm, track, artist, likes } }: { broadcast: RecapBroadcast }) {
  return (
    <CardLink pad="s" to="/broadcast/$id" params={{ id: String(id) }}>
      <Row gap="m">
        <Avatar name={username} picture={pfpsm} />
        <Names
          name={track}
          note={
            <>
              {artist}, by {username}
            </>
          }
        />
        <Note as="span">{countText(likes, 'like')}</Note>
      </Row>
    </CardLink>
  )
}
