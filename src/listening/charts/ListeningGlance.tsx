import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { TopArtist } from '#contract/listening/charts.ts'
import { QueryState, useIsOffline } from '#src/cache/QueryState.tsx'
import { type Live, useLive } from '#src/cache/useLive.ts'
import { Card } from '#src/ui/Card.tsx'
import { dayAndMonth, toNoon } from '#src/ui/dates.ts'
import { listRole } from '#src/ui/list-role.ts'
import { countText, inThousands } from '#src/ui/numbers.ts'
import { PlayBars } from '#src/ui/PlayBars.tsx'
import { Section } from '#src/ui/Section.tsx'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { Sleeve } from '#src/ui/Sleeve.tsx'
import { Row, Stack } from '#src/ui/Stack.tsx'
import { Figure, Heading, Note, Text } from '#src/ui/Text.tsx'
import { ListeningTime } from '../listening-time/ListeningTime.tsx'
import { dailyPlaysQuery, GLANCE_PERIOD, topArtistsQuery } from '../queries.ts'
import { busiestDay, type DayPlays, daySeries, sumOfPlays, weekSums } from './daily-series.ts'
import * as css from './ListeningGlance.css.ts'
import { NoTracksYet } from './NoTracksYet.tsx'

interface ListeningGlanceProps {
  member: string
  /** Above the chart, and shown together with it. */
  children: ReactNode
  /** The children are not known yet. */
  isWaiting: boolean
}

export function ListeningGlance({ member, children, isWaiting }: ListeningGlanceProps) {
  const days = useLive(dailyPlaysQuery(member))
  const artists = useLive(topArtistsQuery(member, GLANCE_PERIOD))
  const ever = useLive(topArtistsQuery(member))
  const isOffline = [useIsOffline(days), useIsOffline(artists), useIsOffline(ever)].includes(true)
  const isNothingYet = days.value?.days.length === 0 && ever.value?.length === 0
  return (
    <Section title="Listening at a glance">
      {!isOffline && (isWaiting || isLoading(days) || isLoading(artists) || isLoading(ever)) ? (
        <div role="status" className={css.coming}>
          <Skeleton shape="chart" />
        </div>
      ) : isNothingYet ? (
        <NoTracksYet member={member} text="Nothing listened to yet" />
      ) : (
        <>
          {children}
          <QueryState live={artists} loading={<Skeleton shape="chart" count={1} />} failed="Failed to load top artists">
            {(found) => (
              <>
                <Heading level={3}>Top artists of the last month</Heading>
                <TopArtistSleeves artists={found} />
              </>
            )}
          </QueryState>
          <QueryState
            live={days}
            loading={<Skeleton shape="chart" count={1} />}
            failed="Failed to load listening"
            lacking={<Note>Daily plays are not available here.</Note>}
          >
            {(response) => <LastMonth member={member} response={response} />}
          </QueryState>
        </>
      )}
    </Section>
  )
}

/** All are shown at once, so that none pushes another down. */
const isLoading = ({ value, error }: Live<unknown>) => value === undefined && error === null

interface LastMonthProps {
  member: string
  response: { days: readonly DayPlays[]; until: string }
}

function LastMonth({ member, response }: LastMonthProps) {
  return (
    <Card>
      <Stack gap="s">
        <PlaysPerDay days={daySeries(response.days, response.until, GLANCE_PERIOD)} />
        <ListeningTime user={member} days={{ period: GLANCE_PERIOD }} />
      </Stack>
    </Card>
  )
}

const SLEEVES = 6

function TopArtistSleeves({ artists }: { artists: readonly TopArtist[] }) {
  if (artists.length === 0) return <Text tone="quiet">No top artists found</Text>
  return (
    <ul {...listRole} aria-label="Top artists" className={css.artists}>
      {artists.slice(0, SLEEVES).map(({ id, name, scrobbles }) => (
        <li key={id}>
          <Link to="/artist/$id" params={{ id: String(id) }} className={css.artist}>
            <Sleeve artist={name} title={name} size="fill" />
            <Text as="span" size="s" strong>
              {name}
            </Text>
            <Note as="span">{countText(scrobbles, 'play')}</Note>
          </Link>
        </li>
      ))}
    </ul>
  )
}

const toDayText = (day: string) => dayAndMonth(toNoon(day))

function PlaysPerDay({ days }: { days: readonly DayPlays[] }) {
  const sum = sumOfPlays(days)
  const busiest = busiestDay(days)
  if (days.length === 0) return null
  return (
    <Stack gap="m">
      <Row gap="s" align="baseline" wrap>
        <Figure>{inThousands(sum)}</Figure>
        <Note as="span">
          {sum === 1 ? 'play' : 'plays'} in the last month
          {busiest && `, most on ${toDayText(busiest.day)}: ${inThousands(busiest.plays)}`}
        </Note>
      </Row>
      <PlayBars
        label={`Plays per week, oldest first: ${weeks(days)}.`}
        bars={days.map(({ day, plays }) => ({ name: toDayText(day), plays }))}
      />
    </Stack>
  )
}

const weeks = (days: readonly DayPlays[]) => weekSums(days).map(inThousands).join(', ')
