import type { ReactNode } from 'react'
import { Panes } from '#src/ui/Panes.tsx'
import { Section } from '#src/ui/Section.tsx'
import { Sleeve } from '#src/ui/Sleeve.tsx'
import { Row, Stack } from '#src/ui/Stack.tsx'
import { useScreenTitle } from '#src/ui/screen-title.ts'
import { Text } from '#src/ui/Text.tsx'
import { Title } from '#src/ui/Title.tsx'
import { Stat } from '../Stat.tsx'
import { ExplorationChart, type SeaItem } from './ExplorationChart.tsx'
import type { ZoneName } from './zones.ts'

interface ExplorationPictureProps {
  artist: string
  /** The member's own; undefined for visitors. */
  zone?: ZoneName | undefined
  /** Per cent; undefined if unknown. */
  ranking?: number | undefined
  /** The explorers; undefined if no depth is known. */
  sea?: { items: readonly SeaItem[]; hasOthers: boolean }
  children: ReactNode
}

export function ExplorationPicture({ artist, zone, ranking, sea, children }: ExplorationPictureProps) {
  useScreenTitle(`${artist}: Exploration Leaderboard`)
  const own = (
    <>
      <Row gap="l">
        <Sleeve artist={artist} title={artist} size="l" />
        <Stack grow>
          <Title>{artist}</Title>
        </Stack>
      </Row>
      <Stack gap="m">
        {zone !== undefined && (
          <Row gap="m" align="stretch" wrap>
            <Stat name="Your Current Zone" value={zone} />
            <Stat name="Exploration Ranking" value={ranking === undefined ? '–' : `${Math.round(ranking)}%`} />
          </Row>
        )}
        {children}
      </Stack>
    </>
  )
  if (sea === undefined) return <Stack gap="xl">{own}</Stack>
  return (
    <Panes at="start" side={own}>
      <Section title="Other Explorers">
        <ExplorationChart label={`Explorers of ${artist}`} items={sea.items} />
        {!sea.hasOthers && <Text tone="quiet">Nobody else here has listened to them yet.</Text>}
      </Section>
    </Panes>
  )
}
