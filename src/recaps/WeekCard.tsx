import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useLive } from '#src/cache/useLive.ts'
import { Card } from '#src/ui/Card.tsx'
import { classNames } from '#src/ui/class-names.ts'
import { Sleeve } from '#src/ui/Sleeve.tsx'
import { Row, Stack } from '#src/ui/Stack.tsx'
import { Figure, Heading, Text } from '#src/ui/Text.tsx'
import { tintClass } from '#src/ui/tint-class.ts'
import { findReportedWeek, weeklyReportQuery } from './queries.ts'
import { countText, periodText } from './recap-text.ts'

/** The user's last complete week under its heading; renders nothing without plays. */
export function WeekCard({ member }: { member: string }) {
  const week = findReportedWeek()
  const { value } = useLive(weeklyReportQuery(member, week.id))
  if (!value || value.plays === 0) return null
  return (
    <Stack as="section" gap="m">
      <Heading level={2}>Your week</Heading>
      <WeekLink member={member} name={periodText(week)} />
    </Stack>
  )
}

/**
 * The user's last complete week as a card in the colours of its top track, which opens the week;
 * renders nothing without plays.
 */
export function WeekLink({ member, name }: { member: string; name: ReactNode }) {
  const week = findReportedWeek()
  const { value } = useLive(weeklyReportQuery(member, week.id))
  if (!value || value.plays === 0) return null
  const top = value.top_tracks[0]
  return (
    <Card
      pad="s"
      render={({ className, ...look }) => (
        <Link
          to="/listening"
          search={{ period: week.id }}
          className={classNames(className, top && tintClass(top.artist, top.name))}
          {...look}
        />
      )}
    >
      <Row gap="m">
        {top && <Sleeve artist={top.artist} title={top.name} size="l" />}
        <Stack gap="xxs" grow>
          <Text tone="quiet" size="s">
            {name}
          </Text>
          <Figure size="l">{countText(value.plays, 'play')}</Figure>
          {top && (
            <Text>
              <bdi>{top.name}</bdi>, {countText(top.plays, 'time')}
            </Text>
          )}
        </Stack>
      </Row>
    </Card>
  )
}
