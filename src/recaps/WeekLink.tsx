import type { Recap } from '#contract/recaps/recap.ts'
import { CardLink } from '#src/ui/CardLink.tsx'
import { countText } from '#src/ui/numbers.ts'
import { Sleeve } from '#src/ui/Sleeve.tsx'
import { Row, Stack } from '#src/ui/Stack.tsx'
import { Figure, Note, Text } from '#src/ui/Text.tsx'
import { tintClass } from '#src/ui/tint-class.ts'
import { findReportedWeek } from './queries.ts'

/** The user's last complete week. */
export function WeekLink({ report: { plays, top_tracks }, name }: { report: Recap; name: string }) {
  const [top] = top_tracks
  return (
    <CardLink
      pad="s"
      to="/listening"
      search={{ period: findReportedWeek().id }}
      className={top && tintClass(top.artist, top.name)}
    >
      <Row gap="m">
        {top && <Sleeve artist={top.artist} title={top.name} size="l" />}
        <Stack gap="xxs" grow>
          <Note>{name}</Note>
          <Figure size="l">{countText(plays, 'play')}</Figure>
          {top && (
            <Text>
              <bdi>{top.name}</bdi>, {countText(top.plays, 'time')}
            </Text>
          )}
        </Stack>
      </Row>
    </CardLink>
  )
}
