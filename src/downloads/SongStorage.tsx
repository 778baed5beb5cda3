import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useSession } from '#src/accounts/session/session.ts'
import { Button } from '#src/ui/Button.tsx'
import { Card } from '#src/ui/Card.tsx'
import { ChoiceChips } from '#src/ui/ChoiceChips.tsx'
import { countText, inThousands } from '#src/ui/numbers.ts'
import { Section } from '#src/ui/Section.tsx'
import { Stack } from '#src/ui/Stack.tsx'
import { Text } from '#src/ui/Text.tsx'
import { TextField } from '#src/ui/TextField.tsx'
import { toast } from '#src/ui/toast.ts'
import { readDownloadSettings, SONGS_MB_MAX, writeDownloadSettings } from './settings.ts'
import { deleteSongs, listStoredSongs, SONGS_KEY, type SongsRecord, STORED_SONGS_KEY } from './songs.ts'
import { storeSongsInTurn } from './start.ts'

const OWN = -1
const AMOUNTS = [
  { value: 0, label: 'Off' },
  { value: 200, label: '200 MB' },
  { value: 1000, label: '1 GB' },
  { value: OWN, label: 'Own amount' },
]

const storedQuery = queryOptions({
  queryKey: STORED_SONGS_KEY,
  queryFn: listStoredSongs,
  staleTime: 0,
  meta: { isFleeting: true },
})

/** *Store for the tunnel*: how much of the own library is stored on this device. */
export function SongStorage({ member }: { member: string }) {
  const client = useQueryClient()
  const { signal } = useSession()
  const [songsMb, setSongsMb] = useState(() => readDownloadSettings().songsMb)
  const change = async (mb: number) => {
    setSongsMb(mb)
    writeDownloadSettings({ ...readDownloadSettings(), songsMb: mb })
    if (mb === 0) await deleteSongs()
    else await storeSongsInTurn({ client, member, signal }).catch(() => undefined)
    await client.invalidateQueries(storedQuery)
  }
  return (
    <Section title="Store for the tunnel">
      <Text tone="quiet">
        Tracks of open swaps, of Listen later, and those that others sent you are stored on this device while the
        connection is good, and play without one. The oldest make room for new ones.
      </Text>
      <Card>
        <Stack gap="m">
          <Usage songsMb={songsMb} />
          <AmountPicker chosen={songsMb} onChoose={(mb) => void change(mb)} />
        </Stack>
      </Card>
    </Section>
  )
}

function Usage({ songsMb }: { songsMb: number }) {
  const client = useQueryClient()
  const songs = useQuery(storedQuery).data ?? []
  const isFull = useQuery<SongsRecord>({
    queryKey: SONGS_KEY,
    queryFn: () => Promise.reject(new Error('stored only')),
    enabled: false,
  }).data?.isFull
  const bytes = songs.reduce((total, song) => total + song.bytes, 0)
  const remove = async () => {
    await deleteSongs()
    await client.invalidateQueries(storedQuery)
    toast({ title: 'Stored songs removed' })
  }
  return (
    <Stack gap="xs">
      <Text>
        {countText(songs.length, 'song')} stored, {inThousands(Math.round(bytes / 1_000_000))} MB
        {songsMb > 0 && ` of ${inThousands(songsMb)} MB`}
      </Text>
      {isFull && songsMb > 0 && (
        <Text tone="swag" size="s">
          This device has no more room. No more songs are stored until there is.
        </Text>
      )}
      {songs.length > 0 && (
        <Button variant="quiet" size="s" onClick={() => void remove()}>
          Remove stored songs
        </Button>
      )}
    </Stack>
  )
}

function AmountPicker({ chosen, onChoose }: { chosen: number; onChoose: (mb: number) => void }) {
  const [isOwn, setOwn] = useState(AMOUNTS.every(({ value }) => value !== chosen))
  const [text, setText] = useState(isOwn ? String(chosen) : '')
  const own = /^\d+$/.test(text) ? Number(text) : 0
  const isValid = own >= 1 && own <= SONGS_MB_MAX
  return (
    <>
      <ChoiceChips
        legend="Store at most"
        name="songs"
        choices={AMOUNTS}
        chosen={isOwn ? OWN : chosen}
        onChoose={(mb) => {
          setOwn(mb === OWN)
          if (mb !== OWN) onChoose(mb)
        }}
      />
      {isOwn && (
        <TextField
          label="Megabytes"
          inputMode="numeric"
          maxLength={5}
          value={text}
          error={text === '' || isValid ? undefined : `Enter a number from 1 to ${inThousands(SONGS_MB_MAX)}.`}
          onChange={setText}
          onBlur={() => {
            if (isValid && own !== chosen) onChoose(own)
          }}
        />
      )}
    </>
  )
}
