import { useState } from 'react'
import { isSameName } from '#contract/accounts/names.ts'
import type { ChartKind } from '#contract/listening/chart-kinds.ts'
import {
  CHART_PLACES_MAX,
  type ChartDays,
  type ChartRow,
  getChart,
  type MemberChart,
} from '#contract/listening/member-chart.ts'
import { call } from '#src/api/call.ts'
import { QueryState } from '#src/cache/QueryState.tsx'
import { useLive } from '#src/cache/useLive.ts'
import { Button } from '#src/ui/Button.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { countText } from '#src/ui/numbers.ts'
import { Panes } from '#src/ui/Panes.tsx'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { Row, Stack } from '#src/ui/Stack.tsx'
import { Note, Text } from '#src/ui/Text.tsx'
import { BringHistoryButton } from '../imports/BringHistoryButton.tsx'
import { ListeningTime } from '../listening-time/ListeningTime.tsx'
import { MusicList } from '../music/MusicList.tsx'
import { PlaylistButton } from '../playlist/PlaylistButton.tsx'
import { ChartControls } from './ChartControls.tsx'
import { toChange } from './change-text.ts'
import { type ChartSearch, periodLabels, toChartDays, toChartKind } from './chart-search.ts'
import { dayRangeText } from './day-text.ts'
import { memberChartQuery, PLACES_PER_PAGE } from './queries.ts'

interface MemberChartsProps {
  user: string
  viewer: string
  search: ChartSearch
  onRange: (range: { from: string; until: string }) => void
}

/** A member's most played artists, tracks or albums in a period. */
export function MemberCharts({ user, viewer, search, onRange }: MemberChartsProps) {
  const kind = toChartKind(search)
  const days = toChartDays(search)
  return (
    <Panes
      at="start"
      gap="l"
      isSticky
      side={<ChartControls search={search} kind={kind} days={days} onRange={onRange} />}
    >
      <Chart key={JSON.stringify([user, kind, days])} {...{ user, kind, days }} isOwn={isSameName(user, viewer)} />
    </Panes>
  )
}

interface ChartProps {
  user: string
  isOwn: boolean
  kind: ChartKind
  days: ChartDays
}

function Chart({ user, isOwn, kind, days }: ChartProps) {
  const [pages, setPages] = useState(1)
  const live = useLive(memberChartQuery(user, kind, days, 0))
  return (
    <QueryState
      live={live}
      loading={<Skeleton shape="row" count={8} />}
      failed="Failed to load the chart"
      lacking={<EmptyState text="This server has no charts." />}
    >
      {(chart) => {
        const reason = toEmptyText({ user, isOwn, kind, chart })
        if (reason !== undefined)
          return <EmptyState text={reason} action={isOwn && <BringHistoryButton variant="quiet" />} />
        const places = Math.min(chart.entries ?? chart.rows.length, CHART_PLACES_MAX)
        return (
          <Stack gap="m">
            <Row gap="s" justify="between" align="start">
              <Stack gap="xxs" grow>
                <Totals kind={kind} chart={chart} />
                <ListeningTime user={user} days={days} />
              </Stack>
              {kind === 'tracks' && (
                <PlaylistButton title={toTitle(user, isOwn, days)} read={() => readAll(user, days)} />
              )}
            </Row>
            <Places kind={kind} chart={chart} offset={0} />
            {Array.from({ length: pages - 1 }, (_, page) => (
              <MorePlaces key={page} {...{ user, kind, days }} offset={(page + 1) * PLACES_PER_PAGE} />
            ))}
            {places > pages * PLACES_PER_PAGE && (
              <Button variant="quiet" onClick={() => setPages(pages + 1)}>
                Show more
              </Button>
            )}
          </Stack>
        )
      }}
    </QueryState>
  )
}

const toTitle = (user: string, isOwn: boolean, days: ChartDays) =>
  `${isOwn ? 'Top tracks' : `Top tracks of ${user}`}, ${
    'period' in days ? periodLabels[days.period].toLowerCase() : dayRangeText(days.from, days.until)
  }`

async function readAll(user: string, days: ChartDays) {
  const { rows } = await call(getChart, { user, kind: 'tracks', ...days, limit: CHART_PLACES_MAX })
  return rows.map(({ id, name, artist, links }) => ({ id, name, artist, links, url: '' }))
}

interface EmptyChart {
  user: string
  isOwn: boolean
  kind: ChartKind
  chart: MemberChart
}

/** Returns why there is nothing to show; undefined if there is something. */
function toEmptyText({ user, isOwn, kind, chart }: EmptyChart): string | undefined {
  if (chart.hidden === 1) return `${user} hides their listening.`
  if (chart.needs_listens === 1)
    return `${kind === 'albums' ? 'Charts of albums' : 'Charts of chosen days'} need listens that are stored here. ${
      isOwn ? 'Your' : "This member's"
    } charts come from a music service.`
  if (chart.rows.length > 0) return undefined
  if (kind === 'albums') return 'No listen of this period names an album.'
  return isOwn ? 'You have played nothing in this period.' : `${user} has played nothing in this period.`
}

function Totals({ kind, chart: { plays, entries, from, until, previous } }: { kind: ChartKind; chart: MemberChart }) {
  const counts =
    plays === null || entries === null
      ? 'As counted by the music service'
      : `${countText(plays, 'play')} of ${countText(entries, kind.slice(0, -1))}`
  const days = from === null ? '' : `, ${dayRangeText(from, until)}`
  return (
    <Stack gap="xxs">
      <Text strong>
        {counts}
        {days}
      </Text>
      {previous && previous.plays > 0 && (
        <Note>
          {countText(previous.plays, 'play')} in the previous period,{' '}
          {dayRangeText(previous.from, previous.until, until.slice(0, 4))}
        </Note>
      )}
    </Stack>
  )
}

function Places({ kind, chart, offset }: { kind: ChartKind; chart: MemberChart; offset: number }) {
  const hasChanges = chart.previous !== null && chart.previous.plays > 0
  const toRow = (row: ChartRow) => ({
    ...row,
    detail: countText(row.plays, 'play'),
    change: hasChanges ? toChange(row) : undefined,
  })
  return <MusicList kind={kind} label={`Places from ${offset + 1} on`} rows={chart.rows.map(toRow)} />
}

function MorePlaces({ user, kind, days, offset }: Omit<ChartProps, 'isOwn'> & { offset: number }) {
  const live = useLive(memberChartQuery(user, kind, days, offset))
  return (
    <QueryState live={live} loading={<Skeleton shape="row" count={8} />} failed="Failed to load the chart">
      {(chart) => <Places kind={kind} chart={chart} offset={offset} />}
    </QueryState>
  )
}
