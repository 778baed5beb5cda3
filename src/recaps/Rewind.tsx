import type { RecapPeriod } from '#contract/recaps/periods.ts'
import { useLive } from '#src/cache/useLive.ts'
import { similarTasteQuery } from '#src/listening/queries.ts'
import { Avatar } from '#src/ui/Avatar.tsx'
import { CardLink } from '#src/ui/CardLink.tsx'
import { List } from '#src/ui/List.tsx'
import { Names } from '#src/ui/Names.tsx'
import { Section } from '#src/ui/Section.tsx'
import { Row } from '#src/ui/Stack.tsx'
import { Figure } from '#src/ui/Text.tsx'
import { Calendar, ListeningClock, MonthBars } from './Charts.tsx'
import { Figures } from './Figures.tsx'
import { Changes, TopLists } from './MusicSections.tsx'
import { ChartsLink, PeriodNav } from './PeriodNav.tsx'
import { rewindQuery } from './queries.ts'
import * as css from './Recap.css.ts'
import { RecapState } from './RecapState.tsx'
import { ShareCard } from './ShareCard.tsx'

const NEIGHBOURS = 5

export function Rewind({ member, period }: { member: string; period: RecapPeriod }) {
  const span = period.kind === 'year' ? 'year' : 'month'
  const live = useLive(rewindQuery(member, period.id))
  return (
    <>
      <PeriodNav period={period} firstDay={live.value?.needs_listens === 1 ? undefined : live.value?.first_day} />
      <RecapState live={live} failed="Failed to load the rewind" noun={span}>
        {(recap) => (
          <>
            <Figures recap={recap} noun={span} />
            <ShareCard recap={recap} period={period} member={member} />
            <div className={css.sections}>
              <div className={span === 'year' ? css.whole : undefined}>
                <Calendar recap={recap} span={span} />
              </div>
              {/* The calendar of a month shows its days. */}
              {span === 'year' && <MonthBars recap={recap} />}
              <ListeningClock recap={recap} />
              <TopLists recap={recap} period={period} />
              <Changes recap={recap} noun={span} />
              <Neighbours member={member} />
            </div>
          </>
        )}
      </RecapState>
      <ChartsLink period={period} />
    </>
  )
}

/** The members with the most similar taste over all time. */
function Neighbours({ member }: { member: string }) {
  const neighbours = useLive(similarTasteQuery(member)).value?.neighbours.slice(0, NEIGHBOURS) ?? []
  if (neighbours.length === 0) return null
  return (
    <Section title="Taste neighbours" about="The members with the most similar taste, by all plays">
      <List of={neighbours} toKey={({ username }) => username}>
        {({ username, pfpmed, percentile }) => (
          <CardLink pad="s" to="/profile/$username" params={{ username }}>
            <Row gap="m">
              <Avatar name={username} picture={pfpmed} />
              <Names name={username} isCut />
              {percentile !== null && <Figure>{Math.round(percentile)}%</Figure>}
            </Row>
          </CardLink>
        )}
      </List>
    </Section>
  )
}
