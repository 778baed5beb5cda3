import { Link } from '@tanstack/react-router'
import { parsePeriod, type RecapPeriod, toMonth, toWeek, toYear } from '#contract/recaps/periods.ts'
import { useLive } from '#src/cache/useLive.ts'
import { similarTasteQuery } from '#src/listening/queries.ts'
import { Avatar } from '#src/ui/Avatar.tsx'
import { Card } from '#src/ui/Card.tsx'
import { Chip, Chips } from '#src/ui/Chips.tsx'
import type { IconButtonRenderProps } from '#src/ui/IconButton.tsx'
import { Row, Stack } from '#src/ui/Stack.tsx'
import { Figure, Text } from '#src/ui/Text.tsx'
import { Calendar, ListeningClock, PeriodBars } from './Charts.tsx'
import { findToday } from './calendar.ts'
import { Figures } from './Figures.tsx'
import { Changes, Section, TopLists } from './MusicSections.tsx'
import { PeriodNav } from './PeriodNav.tsx'
import { findRecentMonth, rewindQuery } from './queries.ts'
import * as css from './Recap.css.ts'
import { RecapLinks } from './RecapLinks.tsx'
import { RecapState } from './RecapState.tsx'
import { ShareCard } from './ShareCard.tsx'

const NEIGHBOURS = 5

/** Returns the month or the year in a URL; without a valid one a recent month. */
export function toRewindPeriod(id: unknown): RecapPeriod {
  const period = typeof id === 'string' ? parsePeriod(id) : undefined
  return period !== undefined && period.kind !== 'week' ? period : findRecentMonth()
}

/** A month or a year of the member. */
export function Rewind({ member, period }: { member: string; period: RecapPeriod }) {
  const span = period.kind === 'year' ? 'year' : 'month'
  const live = useLive(rewindQuery(member, period.id))
  return (
    <>
      <Spans period={period} />
      <PeriodNav
        period={period}
        firstDay={live.value?.needs_listens === 1 ? undefined : live.value?.first_day}
        toLink={toRewindLink}
      />
      <RecapState live={live} failed="Failed to load the rewind" noun={span}>
        {(recap) => (
          <>
            <Figures recap={recap} noun={span} />
            <ShareCard recap={recap} period={period} member={member} />
            <div className={css.sections}>
              <div className={span === 'year' ? css.whole : undefined}>
                <Calendar recap={recap} span={span} />
              </div>
              <PeriodBars recap={recap} span={span} />
              <ListeningClock recap={recap} />
              <TopLists recap={recap} />
              <Changes recap={recap} noun={span} />
              <Neighbours member={member} />
            </div>
          </>
        )}
      </RecapState>
      <RecapLinks
        period={period}
        label="Your week"
        renderOther={(look) => (
          <Link to="/week" search={period.last < findToday() ? { week: toWeek(period.last).id } : {}} {...look} />
        )}
      />
    </>
  )
}

const toRewindLink = ({ id }: RecapPeriod, look: IconButtonRenderProps) => (
  <Link to="/rewind" search={{ period: id }} replace resetScroll={false} {...look} />
)

/** Links to the year of a month, and to a month of a year. */
function Spans({ period }: { period: RecapPeriod }) {
  const today = findToday()
  const month = toMonth(period.last < today ? period.last : today)
  const links = [
    { label: 'Month', of: period.kind === 'month' ? period : month },
    { label: 'Year', of: toYear(period.first) },
  ]
  return (
    <nav aria-label="Length of the period">
      <Chips>
        {links.map(({ label, of }) => (
          <Chip
            key={label}
            isChosen={of.id === period.id}
            render={(look) => (
              <Link
                to="/rewind"
                search={{ period: of.id }}
                replace
                resetScroll={false}
                aria-current={of.id === period.id ? 'page' : undefined}
                {...look}
              />
            )}
          >
            {label}
          </Chip>
        ))}
      </Chips>
    </nav>
  )
}

/** The members with the most similar taste of all time. */
function Neighbours({ member }: { member: string }) {
  const neighbours = useLive(similarTasteQuery(member)).value?.neighbours.slice(0, NEIGHBOURS) ?? []
  if (neighbours.length === 0) return null
  return (
    <Section title="Taste neighbours" about="The members with the most similar taste, by all plays">
      <Stack as="ul" gap="s">
        {neighbours.map(({ username, pfpmed, percentile }) => (
          <li key={username}>
            <Card pad="s" render={(look) => <Link to="/profile/$username" params={{ username }} {...look} />}>
              <Row gap="m">
                <Avatar name={username} picture={pfpmed} />
                <Stack gap="none" grow>
                  <Text strong oneLine>
                    {username}
                  </Text>
                </Stack>
                {percentile !== null && <Figure>{Math.round(percentile)}%</Figure>}
              </Row>
            </Card>
          </li>
        ))}
      </Stack>
    </Section>
  )
}
