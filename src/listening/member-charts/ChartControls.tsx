import { type FormEvent, useState } from 'react'
import { type ChartKind, chartKinds } from '#contract/listening/chart-kinds.ts'
import type { ChartDays } from '#contract/listening/member-chart.ts'
import type { Period } from '#contract/wire.ts'
import { Button } from '#src/ui/Button.tsx'
import { Chip, ChipLink, Chips } from '#src/ui/Chips.tsx'
import { toLocalDay } from '#src/ui/dates.ts'
import { Row, Stack } from '#src/ui/Stack.tsx'
import { TextField } from '#src/ui/TextField.tsx'
import { type ChartSearch, chartPeriods, periodLabels } from './chart-search.ts'

const kindLabels: Readonly<Record<ChartKind, string>> = { artists: 'Artists', tracks: 'Tracks', albums: 'Albums' }

interface ChartControlsProps {
  search: ChartSearch
  kind: ChartKind
  days: ChartDays
  onRange: (range: { from: string; until: string }) => void
}

export function ChartControls({ search: { user, from, until, period }, kind, days, onRange }: ChartControlsProps) {
  const [isOpen, setOpen] = useState(false)
  const isRange = 'from' in days
  const range = isRange ? { from, until } : { period }
  return (
    <Stack gap="m">
      <nav aria-label="Kind">
        <Chips>
          {chartKinds.map((each) => (
            <ChartLink
              key={each}
              search={{ user, kind: each, ...range }}
              isChosen={each === kind}
              label={kindLabels[each]}
            />
          ))}
        </Chips>
      </nav>
      <nav aria-label="Period">
        <Chips>
          {chartPeriods.map((each: Period) => (
            <ChartLink
              key={each}
              search={{ user, kind, period: each }}
              isChosen={'period' in days && days.period === each}
              label={periodLabels[each]}
            />
          ))}
          <Chip isChosen={isRange} aria-expanded={isOpen || isRange} onClick={() => setOpen(!isOpen)}>
            Custom
          </Chip>
        </Chips>
      </nav>
      {(isOpen || isRange) && (
        <RangeForm key={isRange ? `${days.from} ${days.until}` : ''} days={days} onRange={onRange} />
      )}
    </Stack>
  )
}

const ChartLink = ({ search, isChosen, label }: { search: ChartSearch; isChosen: boolean; label: string }) => (
  <ChipLink isChosen={isChosen} to="/charts" search={toStrings(search)} replace resetScroll={false}>
    {label}
  </ChipLink>
)

function RangeForm({ days, onRange }: Pick<ChartControlsProps, 'days' | 'onRange'>) {
  const [today] = useState(() => toLocalDay(new Date()))
  const chosen = 'from' in days ? days : { from: '', until: today }
  const [from, setFrom] = useState(chosen.from)
  const [until, setUntil] = useState(chosen.until)
  const [error, setError] = useState<string>()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (from === '' || until === '') return setError('Enter the first and the last day.')
    if (from > until) return setError('The first day must not be after the last day.')
    if (from > today) return setError('The first day must not be in the future.')
    setError(undefined)
    onRange({ from, until })
  }
  return (
    <form onSubmit={submit} noValidate aria-label="Range of days">
      <Row gap="m" align="end" wrap>
        <TextField label="First day" type="date" value={from} max={today} onChange={setFrom} error={error} />
        <TextField label="Last day" type="date" value={until} onChange={setUntil} />
        <Button type="submit" variant="quiet">
          Show
        </Button>
      </Row>
    </form>
  )
}

const toStrings = (search: ChartSearch): Record<string, string> =>
  Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined))
