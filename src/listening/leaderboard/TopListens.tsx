import type { Artist } from '#contract/listening/charts.ts'
import type { Period } from '#contract/wire.ts'
import { QueryState } from '#src/cache/QueryState.tsx'
import { type Live, useLive } from '#src/cache/useLive.ts'
import { ButtonLink } from '#src/ui/Button.tsx'
import { inThousands } from '#src/ui/numbers.ts'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { Row, Stack } from '#src/ui/Stack.tsx'
import { useScreenTitle } from '#src/ui/screen-title.ts'
import { Heading, Text } from '#src/ui/Text.tsx'
import { PeriodPicker } from '../charts/PeriodPicker.tsx'
import { IgnoreArtist } from '../ignored/IgnoreArtist.tsx'
import { MusicHead } from '../music/MusicHead.tsx'
import { artistListensQuery, topListenersQuery } from '../queries.ts'
import { Stat } from '../Stat.tsx'
import * as css from './Leaderboard.css.ts'
import { Leaderboard } from './Leaderboard.tsx'
import { placeText } from './place-text.ts'
import { toLeaderboard } from './ranks.ts'
import { WhyUnranked } from './WhyUnranked.tsx'

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
