import { Link } from '@tanstack/react-router'
import type { Artist } from '#contract/listening/charts.ts'
import type { Period } from '#contract/wire.ts'
import { QueryState } from '#src/cache/QueryState.tsx'
import { type Live, useLive } from '#src/cache/useLive.ts'
import { ButtonLink } from '#src/ui/Button.tsx'
import { ChipLink, Chips } from '#src/ui/Chips.tsx'
import { inThousands } from '#src/ui/numbers.ts'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { Row, Stack } from '#src/ui/Stack.tsx'
import { useScreenTitle } from '#src/ui/screen-title.ts'
import { Heading, Note, Text } from '#src/ui/Text.tsx'
import { IgnoreArtist } from '../ignored/IgnoreArtist.tsx'
import { chartPeriods, periodLabels } from '../member-charts/chart-search.ts'
import { MusicHead } from '../music/MusicHead.tsx'
import { artistListensQuery, topListenersQuery } from '../queries.ts'
import { Stat } from '../Stat.tsx'
import * as css from './Leaderboard.css.ts'
import { Leaderboard } from './Leaderboard.tsx'
import { placeText, toLeaderboard } from './ranks.ts'

interface TopListensProps {
  artist: Artist
  /** Null: a visitor. */
  member: string | null
  period: Period
}

export function TopListens({ artist, member, period }: TopListensProps) {
  useScreenTitle(`${artist.name}: Top Listens Leaderboard`)
  const listeners = useLive(topListenersQuery(artist.name, period, member))
  const plays = useLive(artistListensQuery(member ?? '', artist.name, period), { enabled: member !== null })
  const own = { username: member ?? '', plays: plays.value, rank: listeners.value?.rank }
  const ranks = listeners.value && toLeaderboard(listeners.value.topListeners, own)
  const id = String(artist.id)
  return (
    <Stack gap="xl">
      <MusicHead name={artist.name} artist={artist.name} />
      {member !== null && (
        <Row gap="m" align="stretch">
          <Stat name="Your scrobbles" value={plays.value === undefined ? unknown(plays) : inThousands(plays.value)} />
          <Stat name="Your ranking" value={ranks ? placeText(ranks.ownPlace) : unknown(listeners)} />
        </Row>
      )}
      {listeners.value?.unranked && <WhyUnranked why={listeners.value.unranked} />}
      <Stack gap="m">
        <Heading level={2}>Top listeners</Heading>
        <PeriodPicker artistId={id} chosen={period} />
        <QueryState
          live={listeners}
          loading={
            <div className={css.reserved}>
              <Skeleton shape="fill" count={1}>
                Loading listeners…
              </Skeleton>
            </div>
          }
          failed="Failed to fetch top listeners"
        >
          {({ topListeners }) => (
            <>
              {topListeners.length === 0 && (
                <Text tone="quiet">Nobody here has played this artist in this period.</Text>
              )}
              {ranks && <Leaderboard ranks={member === null ? { ...ranks, own: undefined } : ranks} />}
            </>
          )}
        </QueryState>
      </Stack>
      <ButtonLink block variant="quiet" to="/exploration/$id" params={{ id }}>
        How deep have you gone?
      </ButtonLink>
      {member !== null && <IgnoreArtist member={member} artist={artist} />}
    </Stack>
  )
}

const unknown = ({ isFetching }: Live<unknown>) => (isFetching ? '…' : '–')

const leaderboardPeriods = ['overall', ...chartPeriods.filter((period) => period !== 'overall')] as const

/** The leaderboard's periods as links: each has its own URL, the spec's has none in it. */
function PeriodPicker({ artistId, chosen }: { artistId: string; chosen: Period }) {
  return (
    <nav aria-label="Period">
      <Chips>
        {leaderboardPeriods.map((period) => (
          <ChipLink
            key={period}
            isChosen={period === chosen}
            to="/artist/$id"
            params={{ id: artistId }}
            search={period === 'overall' ? {} : { period }}
            replace
            resetScroll={false}
          >
            {periodLabels[period]}
          </ChipLink>
        ))}
      </Chips>
    </nav>
  )
}

/** The reason why the member has no place on leaderboards, with a link to the setting. */
function WhyUnranked({ why }: { why: string }) {
  const { sentence, to, label } = why === 'impossible' ? impossible : { ...hidden, sentence: toSentence(why) }
  return (
    <Note>
      {sentence} <Link to={to}>{label}</Link>
    </Note>
  )
}

const hidden = { to: '/settings/privacy', label: 'Change this' } as const
const impossible = {
  sentence: 'You aren’t ranked: on some days your history has more listens than a day has time for.',
  to: '/settings/listening',
  label: 'See which days',
} as const

const toSentence = (why: string) =>
  why === 'private'
    ? 'You aren’t on leaderboards because your profile is private.'
    : 'You aren’t on leaderboards because your listening is hidden.'
