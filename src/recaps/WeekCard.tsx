import { useLive } from '#src/cache/useLive.ts'
import { CardLink } from '#src/ui/CardLink.tsx'
import { Section } from '#src/ui/Section.tsx'
import { Sleeve } from '#src/ui/Sleeve.tsx'
import { Row, Stack } from '#src/ui/Stack.tsx'
import { Figure, Note } from '#src/ui/Text.tsx'
import { findReportedWeek, weeklyReportQuery } from './queries.ts'
import { countText, periodText } from './recap-text.ts'

/** The user's last complete week as a card, which opens it; renders nothing without plays. */
export function WeekCard({ member }: { member: string }) {
  const week = findReportedWeek()
  const { value } = useLive(weeklyReportQuery(member, week.id))
  const top = value?.top_tracks[0]
  if (!value || value.plays === 0) return null
  return (
    <Section title="Your week">
      <CardLink to="/listening" search={{ period: week.id }}>
        <Row gap="m">
          {top && <Sleeve artist={top.artist} title={top.name} />}
          <Stack gap="none" grow>
            <Note>{periodText(week)}</Note>
            <Figure>{countText(value.plays, 'play')}</Figure>
            {top && (
              <Note>
                <bdi>{top.name}</bdi>, {countText(top.plays, 'time')}
              </Note>
            )}
          </Stack>
        </Row>
      </CardLink>
    </Section>
  )
}
