import { shownRows } from '#src/cache/hidden-row.ts'
import { useLive } from '#src/cache/useLive.ts'
import { PlayingSection } from '#src/listening/now-playing/PlayingSection.tsx'
import { followedPlayingQuery } from '#src/listening/now-playing/queries.ts'
import { findReportedWeek, weeklyReportQuery } from '#src/recaps/queries.ts'
import { periodText } from '#src/recaps/recap-text.ts'
import { WeekLink } from '#src/recaps/WeekLink.tsx'
import { songSwapsQuery } from '#src/swaps/queries.ts'
import { YourTurn } from '#src/swaps/YourTurn.tsx'
import { ButtonLink } from '#src/ui/Button.tsx'
import { Section } from '#src/ui/Section.tsx'
import { Stack } from '#src/ui/Stack.tsx'
import { Note } from '#src/ui/Text.tsx'

/** Beside the feed, on a wide window: what followed members play, the swaps that wait for the user, the week. */
export function CompanyAside({ member }: { member: string }) {
  const playing = useLive(followedPlayingQuery(member))
  const swaps = useLive(songSwapsQuery(member))
  const lastWeek = findReportedWeek()
  const week = useLive(weeklyReportQuery(member, lastWeek.id))
  // All parts at once: one that came later would move those below it.
  if ([playing, swaps, week].some(({ value, error }) => value === undefined && error === null)) return null
  return (
    <Stack gap="xl">
      <PlayingSection member={member} empty={<NoneFollowed />} />
      <YourTurn member={member} swaps={shownRows(swaps.value ?? [])} />
      {week.value && week.value.plays > 0 && (
        <Section title="Your week">
          <WeekLink report={week.value} name={periodText(lastWeek).replace(/ \d{4}$/, '')} />
        </Section>
      )}
    </Stack>
  )
}

const NoneFollowed = () => (
  <Stack gap="s" align="start">
    <Note>No one you follow plays a track now.</Note>
    <ButtonLink size="s" variant="quiet" to="/search">
      Find Users
    </ButtonLink>
  </Stack>
)
