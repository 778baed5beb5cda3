import type { ReactNode } from 'react'
import { QueryState } from '#src/cache/QueryState.tsx'
import { useLive } from '#src/cache/useLive.ts'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { Stack } from '#src/ui/Stack.tsx'
import { Heading, Text } from '#src/ui/Text.tsx'
import { type PickerFallback, pickerTracksQuery, type Song } from '../queries.ts'
import { TrackChoices, type TrackChoicesProps } from './TrackChoices.tsx'

interface TrackPickerProps extends TrackChoicesProps {
  member: string
  /** A track that was chosen elsewhere: offered first if it is not among the others. */
  extra?: Song | undefined
  /** Shown without plays in the last month: all time unless the server refuses old tracks. */
  fallback?: PickerFallback
  empty?: ReactNode
}

const fallbackNotes: Record<PickerFallback, string> = {
  '12month': 'You have played nothing in the last month. These are your tracks of the last 12 months.',
  overall: 'You have played nothing in the last month. These are your tracks of all time.',
}

/** Offers the tracks of a longer period if there are no recent ones. */
export function TrackPicker({ member, fallback = 'overall', empty, extra, ...rest }: TrackPickerProps) {
  const recent = useLive(pickerTracksQuery(member, '1month'))
  const isOutOfDate = recent.value?.length === 0
  const older = useLive(pickerTracksQuery(member, fallback), { enabled: isOutOfDate })
  const live = isOutOfDate ? older : recent
  return (
    <Stack as="section" gap="m">
      <Heading level={2} look="row">
        {rest.label}
      </Heading>
      <QueryState
        live={live}
        loading={
          <Skeleton shape="row" count={4}>
            Loading tracks...
          </Skeleton>
        }
        failed="Failed to fetch tracks"
      >
        {(played) => {
          const songs = extra && !played.some(({ id }) => id === extra.id) ? [extra, ...played] : played
          if (songs.length === 0 && rest.isSearching !== true) return empty
          return (
            <Stack gap="m">
              {isOutOfDate && songs.length > 0 && <Text tone="quiet">{fallbackNotes[fallback]}</Text>}
              <TrackChoices {...rest} songs={songs} />
              {songs.length === 0 && empty}
            </Stack>
          )
        }}
      </QueryState>
    </Stack>
  )
}
