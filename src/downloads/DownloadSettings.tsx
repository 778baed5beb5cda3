import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { formatBytes } from '#contract/bytes.ts'
import { useSession } from '#src/accounts/session/session.ts'
import { NoConnection } from '#src/api/errors.ts'
import { whenWritten } from '#src/cache/persistence.ts'
import { storedDataQuery } from '#src/cache/stored-data.ts'
import { Button } from '#src/ui/Button.tsx'
import { Card } from '#src/ui/Card.tsx'
import { ChoiceChips } from '#src/ui/ChoiceChips.tsx'
import { RelativeTime } from '#src/ui/RelativeTime.tsx'
import { Section } from '#src/ui/Section.tsx'
import { Stack } from '#src/ui/Stack.tsx'
import { Switch } from '#src/ui/Switch.tsx'
import { Note, Text } from '#src/ui/Text.tsx'
import { toast } from '#src/ui/toast.ts'
import { DOWNLOAD_KEY, type DownloadRecord } from './download.ts'
import { findHindrance, type Hindrance } from './find-hindrance.ts'
import {
  DOWNLOAD_LIMITS_MB,
  readDownloadSettings,
  type DownloadSettings as Settings,
  writeDownloadSettings,
} from './settings.ts'
import { downloadNow } from './start.ts'
import { evict, measureUsage } from './usage.ts'

const HINDRANCES: Record<Hindrance, string> = {
  off: 'Nothing is downloaded by itself.',
  offline: 'Downloads continue when there is a connection.',
  data_saver: 'Paused while the data saver of this device is on.',
  mobile_data: 'Paused on mobile data.',
  slow: 'Paused on a slow connection.',
}

const limits = DOWNLOAD_LIMITS_MB.map((value) => ({ value, label: value === 0 ? 'Off' : `${value} MB` }))

/** Settings for offline downloads: amount, connections, and the stored size. */
export function DownloadSettings({ member }: { member: string }) {
  const client = useQueryClient()
  const { signal } = useSession()
  const [settings, setSettings] = useState(readDownloadSettings)
  const change = (next: Partial<Settings>) => {
    const changed = { ...settings, ...next }
    writeDownloadSettings(changed)
    setSettings(changed)
    // A larger amount takes effect at once; a smaller one at the end of the next download.
    if (findHindrance(changed) === undefined) downloadNow({ client, member, signal }).catch(() => undefined)
  }
  return (
    <Section title="Downloads">
      <Text tone="quiet">
        The newest 200 broadcasts, your conversations, swaps, charts and tracks are stored on this device for when there
        is no connection.
      </Text>
      <Card>
        <Stack gap="m">
          <Usage settings={settings} />
          <ChoiceChips
            legend="Store at most"
            name="downloads"
            choices={limits}
            chosen={settings.limitMb}
            onChoose={(limitMb) => change({ limitMb })}
          />
          <Switch
            label="Download on mobile data"
            hint="And on slow connections. Never while data saver is on."
            isOn={settings.onMobileData}
            onChange={(onMobileData) => change({ onMobileData })}
          />
        </Stack>
      </Card>
      <Actions member={member} />
    </Section>
  )
}

function Usage({ settings }: { settings: Settings }) {
  const record = useDownloadRecord()
  const bytes = useQuery(usageQuery).data
  const hindrance = findHindrance(settings)
  const isComplete = record?.isComplete === true
  return (
    <Stack gap="xs">
      <Text>
        {bytes !== undefined && formatBytes(bytes)}
        {bytes !== undefined && settings.limitMb > 0 && ` of ${settings.limitMb} MB`}
        {bytes !== undefined && isComplete && ' · '}
        {isComplete && <RelativeTime at={record.at} />}
      </Text>
      {!isComplete && <Note>Not everything is downloaded yet.</Note>}
      {hindrance !== undefined && <Note>{HINDRANCES[hindrance]}</Note>}
    </Stack>
  )
}

/** The stored size, measured each time the settings open. */
const usageQuery = queryOptions({
  queryKey: ['device', 'usage'],
  queryFn: ({ client }) => measureUsage(client),
  staleTime: 0,
  meta: { isFleeting: true },
})

function Actions({ member }: { member: string }) {
  const client = useQueryClient()
  const { signal } = useSession()
  const [isBusy, setBusy] = useState(false)
  const readAgain = () => {
    void client.invalidateQueries(storedDataQuery)
    void client.invalidateQueries(usageQuery)
  }
  const start = async () => {
    setBusy(true)
    try {
      await downloadNow({ client, member, signal }, true)
      toast({ title: 'Downloaded for offline use' })
    } catch (error) {
      const title = error instanceof NoConnection ? 'There is no connection.' : 'Failed to download for offline use'
      toast({ title, variant: 'destructive' })
    } finally {
      setBusy(false)
      readAgain()
    }
  }
  const remove = async () => {
    const bytes = await evict(client, 0)
    client.setQueryData<DownloadRecord>(DOWNLOAD_KEY, { at: Date.now(), bytes, isComplete: false })
    await whenWritten(client)
    readAgain()
    toast({ title: 'Downloads removed' })
  }
  return (
    <>
      <Button block variant="quiet" busy={isBusy} onClick={() => void start()}>
        Download now
      </Button>
      <Button block variant="quiet" onClick={() => void remove()}>
        Remove downloads
      </Button>
    </>
  )
}

const useDownloadRecord = () =>
  useQuery<DownloadRecord>({
    queryKey: DOWNLOAD_KEY,
    queryFn: () => Promise.reject(new Error('stored only')),
    enabled: false,
  }).data
