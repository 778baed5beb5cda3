import { Link } from '@tanstack/react-router'
import { QueryState } from '#src/cache/QueryState.tsx'
import { useLive } from '#src/cache/useLive.ts'
import { Avatar } from '#src/ui/Avatar.tsx'
import { Card } from '#src/ui/Card.tsx'
import { RelativeTime } from '#src/ui/RelativeTime.tsx'
import { Row, Stack } from '#src/ui/Stack.tsx'
import { Heading, Text } from '#src/ui/Text.tsx'
import { trackSwapsQuery } from './queries.ts'

/** The user's completed swaps of a track. */
export function TrackSwaps({ id, member }: { id: number; member: string }) {
  const live = useLive(trackSwapsQuery(member, id))
  return (
    <Stack as="section" gap="m">
      <Heading level={2}>Your swaps of it</Heading>
      <QueryState live={live} loading="Loading..." failed="Failed to fetch track swaps">
        {(swaps) =>
          swaps && (
            <>
              {swaps.length === 0 && <Text tone="quiet">You have not swapped it yet.</Text>}
              <Stack as="ul" gap="s">
                {swaps.map(({ id: swap, partner, pfpsm, rating, completed_timestamp }) => (
                  <li key={swap}>
                    <Card>
                      <Row gap="s">
                        <Avatar name={partner} picture={pfpsm} size="s" />
                        <Stack gap="xxs" grow>
                          <Text as="span">
                            <Link to="/track-swap-detail" search={{ id: String(swap) }}>
                              Swap with {partner}
                            </Link>
                          </Text>
                          <Text as="span" size="s" tone="quiet">
                            {rating !== null && `Rated ${rating} of 5, `}
                            <RelativeTime at={completed_timestamp} />
                          </Text>
                        </Stack>
                      </Row>
                    </Card>
                  </li>
                ))}
              </Stack>
            </>
          )
        }
      </QueryState>
    </Stack>
  )
}
